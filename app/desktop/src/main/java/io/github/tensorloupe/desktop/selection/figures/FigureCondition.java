package io.github.tensorloupe.desktop.selection.figures;

import module java.base;

/// A condition on a figure, such as `std>1`, `nan>0`, `|mean|<1e-3` or `zeros>90%`.
///
/// @param isAbsolute true for the magnitude of the figure
/// @param isShare true where a count is taken as its share of all values
/// @param bound empty while none is typed, which every tensor meets
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

    /// True where a value is related so to a bound.
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

  /// A condition as it is written, on whatever has a name.
  ///
  /// @param word the name
  /// @param isAbsolute true where it stands between bars
  /// @param bound of a percentage its share of 1; empty while none is typed
  public record Written(
      String word,
      boolean isAbsolute,
      Relation relation,
      OptionalDouble bound,
      boolean isPercentage) {

    /// Reads a condition.
    ///
    /// Of a number that is being typed what is there counts: `1e-` is 1, and a sign alone is none.
    ///
    /// @return empty where the text is none
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

  /// Reads a condition, as [Written#of] does.
  ///
  /// A count, such as that of zeros, is compared as a share of all values where the bound is a
  /// percentage or between 0 and 1.
  ///
  /// @return empty where the text is none
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

  /// True where the figure is known and as the condition says.
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
