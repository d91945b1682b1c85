package io.github.tensorloupe.analysis.figures;

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

    private boolean holds(double value, double bound) {
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

  /// Reads a condition.
  ///
  /// Of a number that is being typed what is there counts: `1e-` is 1, and a sign alone is none.
  ///
  /// A count, such as that of zeros, is compared as a share of all values where the bound is a
  /// percentage or between 0 and 1.
  ///
  /// @return empty where the text is none
  public static Optional<FigureCondition> of(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    boolean isAbsolute = matcher.group(2) != null;
    Relation relation = Relation.of(matcher.group(3));
    boolean isPercentage = matcher.group(5) != null;
    OptionalDouble bound = matcher.group(4) == null ? OptionalDouble.empty() : number(matcher);
    return Figure.named(isAbsolute ? matcher.group(2) : matcher.group(1))
        .map(
            figure -> {
              boolean isFraction = bound.orElse(0) > 0 && bound.orElse(0) < 1;
              boolean isShare = figure.isCount() && (isPercentage || isFraction);
              return new FigureCondition(figure, isAbsolute, relation, bound, isShare);
            });
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
