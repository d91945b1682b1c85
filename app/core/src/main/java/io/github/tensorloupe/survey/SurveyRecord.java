package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.text.Spelled;

/// One line of a survey: a file, a tensor of a file, or something that could not be read.
/// Immutable.
///
/// @param values by their column: a [String], [Long], [Double], [Boolean], or a list of the first
///   two; what is null in the line is absent. The column `record` is the kind
public record SurveyRecord(Kind kind, Map<SurveyColumn, Object> values) {

  /// The kind of a line.
  public enum Kind implements Spelled {
    FILE,
    TENSOR,
    ERROR
  }

  public SurveyRecord {
    EnumMap<SurveyColumn, Object> checked = new EnumMap<>(SurveyColumn.class);
    checked.putAll(values);
    checked.put(SurveyColumn.RECORD, kind.spelling());
    for (Map.Entry<SurveyColumn, Object> each : checked.entrySet()) {
      if (!each.getKey().isOf(kind) || !isOfType(each.getKey().type(), each.getValue())) {
        throw new IllegalArgumentException("no value of a " + kind + ": " + each);
      }
    }
    values = Collections.unmodifiableMap(checked);
  }

  private static boolean isOfType(SurveyColumn.Type type, Object value) {
    return switch (type) {
      case TEXT -> value instanceof String;
      case LONG -> value instanceof Long number && number >= 0;
      case DOUBLE -> value instanceof Double number && Double.isFinite(number);
      case BOOLEAN -> value instanceof Boolean;
      case TEXTS ->
          value instanceof List<?> list && list.stream().allMatch(String.class::isInstance);
      case LONGS -> value instanceof List<?> list && list.stream().allMatch(Long.class::isInstance);
    };
  }

  /// True if what was told to be wrong with the path before is so no more.
  boolean endsErrors() {
    return kind == Kind.ERROR
        && text(SurveyColumn.VERDICT).filter(FileSurvey.OK::equals).isPresent();
  }

  /// The value of a column of texts.
  public Optional<String> text(SurveyColumn column) {
    return Optional.ofNullable((String) values.get(column));
  }

  /// The value of a column of integers.
  public OptionalLong number(SurveyColumn column) {
    return values.get(column) instanceof Long number
        ? OptionalLong.of(number)
        : OptionalLong.empty();
  }

  /// The value of a column of fractions.
  public OptionalDouble fraction(SurveyColumn column) {
    return values.get(column) instanceof Double number
        ? OptionalDouble.of(number)
        : OptionalDouble.empty();
  }

  /// The values in a list of texts; none where there is no list.
  public List<String> texts(SurveyColumn column) {
    return values.get(column) instanceof List<?> list
        ? list.stream().map(String.class::cast).toList()
        : List.of();
  }
}
