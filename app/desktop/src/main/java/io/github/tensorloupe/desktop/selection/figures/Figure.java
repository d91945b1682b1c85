package io.github.tensorloupe.desktop.selection.figures;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.distribution.ValueCounts;

/// A figure of the values of a tensor. All but counts are over its finite values.
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
  /// Of the population.
  STANDARD_DEVIATION("std"),
  ROOT_MEAN_SQUARE("rms"),
  /// The square root of the sum of the squares.
  NORM("norm");

  private final String word;

  Figure(String word) {
    this.word = word;
  }

  /// Its name in filters and tables.
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

  /// @return empty where what is known is not enough to tell; NaN where no value is finite
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
      case MEAN -> of(values.figures(), TensorFigures::mean);
      case STANDARD_DEVIATION -> of(values.figures(), TensorFigures::standardDeviation);
      case ROOT_MEAN_SQUARE -> of(values.figures(), TensorFigures::rootMeanSquare);
      case NORM ->
          of(
              values.figures(),
              figures -> figures.rootMeanSquare() * Math.sqrt(figures.counts().finite()));
    };
  }

  /// The same with all digits: counts and what integers have as integers, everything else as
  /// [Double].
  public Optional<Number> exact(FigureValues values) {
    return switch (this) {
      case MIN -> values.figures().map(TensorFigures::min);
      case MAX -> values.figures().map(TensorFigures::max);
      case ABSOLUTE_MAX -> values.figures().map(TensorFigures::absoluteMax);
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

  /// The part of all values that a count is; 0 where there are none.
  static double share(double count, ValueCounts counts) {
    return counts.total() == 0 ? 0 : count / counts.total();
  }
}
