package io.github.tensorloupe.survey;

import module java.base;

/// The latest that surveys tell of a file, without its tensors. Small: there may be a million.
///
/// @param result the index of the result that tells it
/// @param path as it stands there
/// @param sameAs the file that has the same bytes; empty where there is none
/// @param type such as `safetensors`
/// @param dtype the one of most bytes; empty where that is not known, as the other texts
/// @param modified in UTC
/// @param size in bytes; -1 where it is not known, as the other numbers
/// @param parameterCount how many elements all tensors have
/// @param infCount of either sign
/// @param findings their codes
/// @param message of errors, in a sentence each; empty where the file was read
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

  /// @param shared gives equal texts once
  static SurveyRow of(int result, SurveyRecord file, UnaryOperator<String> shared) {
    Function<SurveyColumn, String> word = column -> shared.apply(file.text(column).orElse(""));
    long positive = number(file, SurveyColumn.POS_INF);
    return new SurveyRow(
        result,
        file.text(SurveyColumn.PATH).orElse(""),
        file.text(SurveyColumn.SAME_AS).orElse(""),
        SurveyHealth.of(file),
        word.apply(SurveyColumn.KIND),
        word.apply(SurveyColumn.DTYPE),
        word.apply(SurveyColumn.MODEL),
        word.apply(SurveyColumn.FAMILY),
        file.text(SurveyColumn.MODIFIED).orElse(""),
        number(file, SurveyColumn.SIZE),
        number(file, SurveyColumn.TENSOR_COUNT),
        number(file, SurveyColumn.COUNT),
        number(file, SurveyColumn.NAN),
        positive < 0 ? -1 : positive + number(file, SurveyColumn.NEG_INF),
        file.texts(SurveyColumn.FINDINGS).stream().map(shared).toList(),
        file.text(SurveyColumn.MESSAGE).orElse(""));
  }

  /// True if there are only errors for the path.
  public boolean isError() {
    return !message.isEmpty();
  }

  /// The row that holds once another line of the same path follows: that of the other line, unless
  /// both tell of errors.
  SurveyRow then(SurveyRow next) {
    if (!isError() || !next.isError()) {
      return next;
    }
    if (message.contains(next.message)) {
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

  private static long number(SurveyRecord file, SurveyColumn column) {
    return file.number(column).orElse(-1);
  }

  /// The same with the health of the file that has the same bytes.
  SurveyRow like(SurveyRow same) {
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

  /// The figure that a condition of a filter names; empty where it is not known or there is none.
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

  /// The file, wherever the survey was made: as its path is, or seen from the folder of the result.
  /// Asks the file system.
  ///
  /// @param resultFile the result that tells of it
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
