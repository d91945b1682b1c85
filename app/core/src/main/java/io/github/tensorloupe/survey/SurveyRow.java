package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.survey.SurveyRecord.Contents;
import io.github.tensorloupe.survey.SurveyRecord.ErrorLine;
import io.github.tensorloupe.survey.SurveyRecord.Figures;
import io.github.tensorloupe.survey.SurveyRecord.FileLine;

/// The latest survey results of a file, without its tensors. Small, because there may be a million
/// rows.
///
/// @param result the index of the result file that contains the line
/// @param path the path as written in the result file
/// @param sameAs another file with the same bytes, or empty
/// @param type the type of the file, such as `safetensors`
/// @param dtype the dtype of most of its bytes; empty if unknown, like the other texts
/// @param modified the modification time in UTC
/// @param size in bytes; -1 if unknown, like the other numbers
/// @param parameterCount the number of elements of all tensors
/// @param infCount the number of infinities of either sign
/// @param findings the codes of the findings
/// @param message the errors, one sentence each; empty if the file was read
public record SurveyRow(
    int result,
    String path,
    String sameAs,
    SurveyHealth health,
    String type,
    String dtype,
    String model,
    String family,
    String modified,
    long size,
    long tensorCount,
    long parameterCount,
    long nanCount,
    long infCount,
    List<String> findings,
    String message) {

  /// @param shared returns the same instance for equal texts
  static SurveyRow of(int result, SurveyRecord record, UnaryOperator<String> shared) {
    if (record instanceof ErrorLine error) {
      return of(result, error, shared);
    }
    FileLine file = (FileLine) record;
    Contents contents = file.contents();
    Figures figures = file.figures();
    return new SurveyRow(
        result,
        orEmpty(file.path()),
        orEmpty(file.sameAs()),
        SurveyHealth.of(file),
        shared.apply(orEmpty(contents.kind())),
        shared.apply(orEmpty(contents.dtype())),
        shared.apply(orEmpty(contents.model())),
        shared.apply(orEmpty(contents.family())),
        orEmpty(file.modified()),
        orUnknown(file.size()),
        orUnknown(contents.tensorCount()),
        orUnknown(contents.count()),
        orUnknown(figures.nan()),
        figures.posInf() == null ? -1 : figures.posInf() + Math.max(0, orUnknown(figures.negInf())),
        shared(file.findings(), shared),
        "");
  }

  private static SurveyRow of(int result, ErrorLine error, UnaryOperator<String> shared) {
    SurveyHealth health = SurveyHealth.of(error);
    List<String> findings = shared(error.findings(), shared);
    return new SurveyRow(
        result,
        orEmpty(error.path()),
        "",
        health,
        "",
        "",
        "",
        "",
        "",
        -1,
        -1,
        -1,
        -1,
        -1,
        findings,
        orEmpty(error.message()));
  }

  private static List<String> shared(List<String> findings, UnaryOperator<String> shared) {
    return findings == null ? List.of() : findings.stream().map(shared).toList();
  }

  private static String orEmpty(String text) {
    return Objects.requireNonNullElse(text, "");
  }

  private static long orUnknown(Long number) {
    return Objects.requireNonNullElse(number, -1L);
  }

  /// Returns true if the path has only errors.
  public boolean isError() {
    return !message.isEmpty();
  }

  /// Returns the row that replaces this one after the next line of the same path: the row of that
  /// line, or a combined row if both are errors.
  SurveyRow mergedWith(SurveyRow next) {
    if (!isError() || !next.isError()) {
      return next;
    }
    if (message.contains(next.message) && findings.containsAll(next.findings)) {
      return this;
    }
    return new SurveyRow(
        next.result,
        path,
        sameAs,
        Collections.min(List.of(health, next.health)),
        type,
        dtype,
        model,
        family,
        modified,
        size,
        tensorCount,
        parameterCount,
        nanCount,
        infCount,
        Stream.concat(findings.stream(), next.findings.stream()).distinct().toList(),
        message + " " + next.message);
  }

  /// Returns this row with the health and the contents of a file that has the same bytes.
  SurveyRow withContentsOf(SurveyRow same) {
    return new SurveyRow(
        result,
        path,
        sameAs,
        same.health,
        type,
        same.dtype,
        same.model,
        same.family,
        modified,
        size,
        same.tensorCount,
        same.parameterCount,
        same.nanCount,
        same.infCount,
        same.findings,
        message);
  }

  /// Returns the number that a filter condition names, or empty if the name or the number is
  /// unknown.
  public OptionalDouble figure(String word) {
    long figure =
        switch (word.toLowerCase(Locale.ROOT)) {
          case "nan" -> nanCount;
          case "inf" -> infCount;
          case "size", "bytes" -> size;
          case "tensors" -> tensorCount;
          case "parameters", "params" -> parameterCount;
          case "findings" -> findings.size();
          default -> -1;
        };
    return figure < 0 ? OptionalDouble.empty() : OptionalDouble.of(figure);
  }

  /// Finds the file, even if the survey was made elsewhere: relative to the folder of the result
  /// file, or else by its path alone. Accesses the file system.
  ///
  /// @param resultFile the result file that contains the row
  public Optional<Path> locate(Path resultFile) {
    try {
      Path named = path.startsWith("file:") ? Path.of(URI.create(path)) : Path.of(path);
      return Stream.of(resultFile.toAbsolutePath().resolveSibling(named), named.toAbsolutePath())
          .filter(Files::exists)
          .findFirst();
    } catch (IllegalArgumentException | FileSystemNotFoundException e) {
      return Optional.empty();
    }
  }
}
