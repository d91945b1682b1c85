package io.github.tensorloupe.desktop.pane.comparison.pairs;

import module java.base;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.PairResult;

/// A column that pairs can be sorted by. Filter conditions refer to figures by these names.
enum PairColumn {
  NAME,
  CHANGE,
  /// The relative L2 norm.
  L2,
  /// The signal-to-noise ratio of the newer tensor as an approximation of the base, in decibels.
  SQNR,
  /// The share of changed elements.
  CHANGED,
  /// The largest difference.
  MAX,
  /// The largest distance between codes.
  ULP,
  /// Elements that changed and are not finite on at least one side.
  NAN,
  BY;

  static Optional<PairColumn> figure(String word) {
    return Stream.of(values())
        .filter(column -> column.isFigure() && column.name().equalsIgnoreCase(word))
        .findFirst();
  }

  /// Returns true if the smallest figure is the worst.
  boolean isHigherBetter() {
    return this == SQNR;
  }

  boolean isFigure() {
    return switch (this) {
      case NAME, CHANGE, BY -> false;
      case L2, SQNR, CHANGED, MAX, ULP, NAN -> true;
    };
  }

  /// Returns the number that the pair is sorted by; empty if it has none.
  OptionalDouble of(Comparison known, int pair) {
    return switch (this) {
      case NAME -> OptionalDouble.empty();
      case CHANGE -> OptionalDouble.of(known.changeSoFar(pair).ordinal());
      case BY -> number(known.pairs().get(pair).by().map(Enum::ordinal));
      case L2, SQNR, CHANGED, MAX, ULP, NAN -> of(known.results().get(pair));
    };
  }

  /// Returns the figure of a result; empty if the result is null or has no such figure.
  OptionalDouble of(PairResult result) {
    if (result == null || result.change() == Change.EQUAL) {
      return result == null || isHigherBetter() ? OptionalDouble.empty() : OptionalDouble.of(0);
    }
    Optional<Figures> figures = result.figures();
    return switch (this) {
      case L2 -> result.relativeL2();
      case SQNR -> figures.map(Figures::sqnr).orElse(OptionalDouble.empty());
      case CHANGED ->
          number(
              figures
                  .filter(_ -> result.count().orElse(0) > 0)
                  .map(it -> it.changed() / (double) result.count().getAsLong()));
      case MAX -> number(figures.flatMap(Figures::maxAbs));
      case ULP -> number(figures.flatMap(Figures::maxUlp));
      case NAN -> number(figures.map(Figures::changedNonFinite));
      case NAME, CHANGE, BY -> OptionalDouble.empty();
    };
  }

  private static OptionalDouble number(Optional<? extends Number> number) {
    return number.stream().mapToDouble(Number::doubleValue).findFirst();
  }
}
