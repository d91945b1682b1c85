package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.text.Spelled;

/// One line of a survey: a file, a tensor of a file, or an error. Immutable.
///
/// @param values the values by column: a [String], [Long], [Double], [Boolean], or a list of the
///   first two; null values of the line are absent. The column `record` contains the kind
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

  /// Returns true if the earlier errors of the path no longer apply.
  boolean endsErrors() {
    return kind == Kind.ERROR
        && text(SurveyColumn.VERDICT).filter(FileSurvey.OK::equals).isPresent();
  }

  /// Returns the value of a text column, or empty if it is null.
  public Optional<String> text(SurveyColumn column) {
    return Optional.ofNullable((String) values.get(column));
  }

  /// Returns the value of an integer column, or empty if it is null.
  public OptionalLong number(SurveyColumn column) {
    return values.get(column) instanceof Long number
        ? OptionalLong.of(number)
        : OptionalLong.empty();
  }

  /// Returns the value of a column of type `DOUBLE`, or empty if it is null.
  public OptionalDouble fraction(SurveyColumn column) {
    return values.get(column) instanceof Double number
        ? OptionalDouble.of(number)
        : OptionalDouble.empty();
  }

  /// Returns the values of a column of text lists; an empty list if it is null.
  public List<String> texts(SurveyColumn column) {
    return values.get(column) instanceof List<?> list
        ? list.stream().map(String.class::cast).toList()
        : List.of();
  }
}
