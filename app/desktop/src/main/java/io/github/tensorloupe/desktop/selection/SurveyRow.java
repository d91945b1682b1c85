package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.survey.SurveyRecord.Contents;
import io.github.tensorloupe.survey.SurveyRecord.ErrorLine;
import io.github.tensorloupe.survey.SurveyRecord.Figures;
import io.github.tensorloupe.survey.SurveyRecord.FileLine;

/// The latest survey results of a file, without its tensors. Compact, because there may be a
/// million rows. Unknown texts are empty, unknown numbers are -1.
///
/// @param result the index of the result file that contains the line
/// @param path the path as written in the result file
/// @param sameAs the path of another file with equal bytes, or empty
/// @param type the type of the file, such as `safetensors`
/// @param dtype the dtype with the most bytes
/// @param modified the modification time in UTC
/// @param size the length of the file in bytes
/// @param parameterCount the total number of elements of all tensors
/// @param infCount the number of infinities of either sign
/// @param findings the codes of the findings
/// @param message the errors, one sentence each, or empty if the file was read
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

  /// Creates the row of a file.
  ///
  /// @param shared returns the same instance for equal strings
  static SurveyRow of(int result, FileLine file, UnaryOperator<String> shared) {
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

  /// Creates the row of an error.
  static SurveyRow of(int result, ErrorLine error, UnaryOperator<String> shared) {
    return new SurveyRow(
        result,
        orEmpty(error.path()),
        "",
        SurveyHealth.of(error),
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
        shared(error.findings(), shared),
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

  /// Returns true if the path could not be read.
  public boolean isError() {
    return !message.isEmpty();
  }

  /// Combines this row with the row of the next line for the path. If both are errors, returns a
  /// row with all errors, otherwise the next row.
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

  /// Returns this row with the health and the content of a file with equal bytes.
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

  /// Returns a number for filter conditions by name, or empty if the name or the number is unknown.
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

  /// Finds the file, even if the survey was made on another machine: relative to the folder of the
  /// result file, otherwise by the path alone. Accesses the file system.
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
