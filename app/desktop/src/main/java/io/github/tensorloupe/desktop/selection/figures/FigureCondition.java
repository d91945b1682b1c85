package io.github.tensorloupe.desktop.selection.figures;

import module java.base;

/// A condition on a figure, such as `std>1`, `nan>0`, `|mean|<1e-3` or `zeros>90%`.
///
/// @param isAbsolute true for the magnitude of the figure
/// @param isShare true if a count is converted to its share of all values
/// @param bound empty while none is typed; then every tensor meets the condition
public record FigureCondition(
    Figure figure, boolean isAbsolute, Relation relation, OptionalDouble bound, boolean isShare) {

  /// The relation of a figure to the bound.
  public enum Relation {
    GREATER,
    GREATER_OR_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    EQUAL,
    NOT_EQUAL;

    private static Relation of(String sign) {
      return switch (sign) {
        case ">" -> GREATER;
        case ">=", "≥" -> GREATER_OR_EQUAL;
        case "<" -> LESS;
        case "<=", "≤" -> LESS_OR_EQUAL;
        case "!=", "≠" -> NOT_EQUAL;
        default -> EQUAL;
      };
    }

    /// Returns true if the value has this relation to the bound.
    public boolean holds(double value, double bound) {
      return switch (this) {
        case GREATER -> value > bound;
        case GREATER_OR_EQUAL -> value >= bound;
        case LESS -> value < bound;
        case LESS_OR_EQUAL -> value <= bound;
        case EQUAL -> value == bound;
        case NOT_EQUAL -> value != bound;
      };
    }
  }

  private static final Pattern WRITTEN =
      Pattern.compile(
          "(?:(\\w+)|\\|(\\w+)\\|)(>=|<=|!=|==|[<>=≥≤≠])"
              + "(?:([-+−]?(?:\\d+[.,]?\\d*|[.,]\\d+)(?:[eE][-+−]?\\d+)?)(?:[eE][-+−]?)?(%)?"
              + "|[-+−]?[.,]?)");

  /// A parsed condition on anything that has a name.
  ///
  /// @param word the name
  /// @param isAbsolute true if the name is written between bars
  /// @param bound a percentage as a share of 1; empty while none is typed
  public record Written(
      String word,
      boolean isAbsolute,
      Relation relation,
      OptionalDouble bound,
      boolean isPercentage) {

    /// Parses a condition.
    ///
    /// An incomplete number counts as far as it was typed: `1e-` is 1, and a sign alone is not a
    /// number.
    ///
    /// @return empty if the text is not a condition
    public static Optional<Written> of(String text) {
      Matcher matcher = WRITTEN.matcher(text);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      boolean isAbsolute = matcher.group(2) != null;
      OptionalDouble bound = matcher.group(4) == null ? OptionalDouble.empty() : number(matcher);
      return Optional.of(
          new Written(
              isAbsolute ? matcher.group(2) : matcher.group(1),
              isAbsolute,
              Relation.of(matcher.group(3)),
              bound,
              matcher.group(5) != null));
    }
  }

  /// Parses a condition, like [Written#of].
  ///
  /// A count, such as the number of zeros, is compared as a share of all values if the bound is a
  /// percentage or between 0 and 1.
  ///
  /// @return empty if the text is not a condition
  public static Optional<FigureCondition> of(String text) {
    return Written.of(text)
        .flatMap(
            written ->
                Figure.named(written.word())
                    .map(
                        figure -> {
                          double bound = written.bound().orElse(0);
                          boolean isFraction = bound > 0 && bound < 1;
                          return new FigureCondition(
                              figure,
                              written.isAbsolute(),
                              written.relation(),
                              written.bound(),
                              figure.isCount() && (written.isPercentage() || isFraction));
                        }));
  }

  private static OptionalDouble number(Matcher matcher) {
    double number = Double.parseDouble(matcher.group(4).replace(',', '.').replace('−', '-'));
    return OptionalDouble.of(matcher.group(5) == null ? number : number / 100);
  }

  /// Returns true if the figure is known and meets the condition.
  public boolean isMet(FigureValues values) {
    if (bound.isEmpty()) {
      return true;
    }
    OptionalDouble found = figure.of(values);
    if (found.isEmpty() || Double.isNaN(found.getAsDouble())) {
      return false;
    }
    double value = isAbsolute ? Math.abs(found.getAsDouble()) : found.getAsDouble();
    double compared = isShare ? Figure.share(value, values.counts().orElseThrow()) : value;
    return relation.holds(compared, bound.getAsDouble());
  }
}
