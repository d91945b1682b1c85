package io.github.tensorloupe.desktop.selection.figures;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;

/// A figure about the values of a tensor. All but counts are computed over its finite values.
public enum Figure {
  NAN("nan"),
  /// The count of infinities of either sign.
  INF("inf"),
  /// The count of zeros of either sign.
  ZEROS("zeros"),
  /// The share of zeros among all values, from 0 to 1.
  SPARSITY("sparsity"),
  MIN("min"),
  MAX("max"),
  /// The largest magnitude.
  ABSOLUTE_MAX("absmax"),
  MEAN("mean"),
  /// The population standard deviation.
  STANDARD_DEVIATION("std"),
  ROOT_MEAN_SQUARE("rms"),
  /// The square root of the sum of the squares.
  NORM("norm");

  private final String word;

  Figure(String word) {
    this.word = word;
  }

  /// Returns the name in filters and tables.
  public String word() {
    return word;
  }

  public static Optional<Figure> named(String word) {
    return Arrays.stream(values())
        .filter(figure -> figure.word.equals(word.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  public boolean isCount() {
    return switch (this) {
      case NAN, INF, ZEROS -> true;
      case SPARSITY, MIN, MAX, ABSOLUTE_MAX, MEAN, STANDARD_DEVIATION, ROOT_MEAN_SQUARE, NORM ->
          false;
    };
  }

  /// @return empty if the known values are insufficient; NaN if no value is finite
  public OptionalDouble of(FigureValues values) {
    return switch (this) {
      case NAN -> of(values.counts(), ValueCounts::nan);
      case INF ->
          of(values.counts(), counts -> counts.positiveInfinity() + counts.negativeInfinity());
      case ZEROS -> of(values.counts(), ValueCounts::zero);
      case SPARSITY -> of(values.counts(), counts -> share(counts.zero(), counts));
      case MIN -> of(values.figures(), figures -> figures.min().doubleValue());
      case MAX -> of(values.figures(), figures -> figures.max().doubleValue());
      case ABSOLUTE_MAX -> of(values.figures(), figures -> figures.absoluteMax().doubleValue());
      case MEAN -> of(values.figures(), TensorSummary::mean);
      case STANDARD_DEVIATION -> of(values.figures(), TensorSummary::standardDeviation);
      case ROOT_MEAN_SQUARE -> of(values.figures(), TensorSummary::rootMeanSquare);
      case NORM ->
          of(
              values.figures(),
              figures -> figures.rootMeanSquare() * Math.sqrt(figures.counts().finite()));
    };
  }

  /// Returns the same figure in full precision: counts, and the extremes of integers, as integers,
  /// all others as [Double].
  public Optional<Number> exact(FigureValues values) {
    return switch (this) {
      case MIN -> values.figures().map(TensorSummary::min);
      case MAX -> values.figures().map(TensorSummary::max);
      case ABSOLUTE_MAX -> values.figures().map(TensorSummary::absoluteMax);
      case NAN, INF, ZEROS, SPARSITY, MEAN, STANDARD_DEVIATION, ROOT_MEAN_SQUARE, NORM ->
          of(values).stream()
              .mapToObj(value -> isCount() ? (Number) (long) value : (Number) value)
              .findFirst();
    };
  }

  private static <T> OptionalDouble of(Optional<T> known, ToDoubleFunction<T> figure) {
    return known.isPresent()
        ? OptionalDouble.of(figure.applyAsDouble(known.get()))
        : OptionalDouble.empty();
  }

  /// Returns a count as a share of all values, or 0 if there are no values.
  static double share(double count, ValueCounts counts) {
    return counts.total() == 0 ? 0 : count / counts.total();
  }
}
