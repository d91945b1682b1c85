package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.health.TensorHealth;

/// A statistic that tensors of different layers and roles are compared by.
public enum LayerStatistic {
  /// The square root of the mean square of the finite values.
  ROOT_MEAN_SQUARE(Spread.LOGARITHMIC),
  /// The largest magnitude of a finite value.
  ABSOLUTE_MAX(Spread.LOGARITHMIC),
  /// The arithmetic mean of the finite values.
  MEAN(Spread.SIGNED),
  /// The standard deviation of the finite values.
  STANDARD_DEVIATION(Spread.LOGARITHMIC),
  NAN_COUNT(Spread.LOGARITHMIC),
  /// The share of zeros, from 0 to 1.
  SPARSITY(Spread.LINEAR);

  /// The best way to spread its values over a scale.
  public enum Spread {
    /// From the smallest to the largest.
    LINEAR,
    /// By the logarithm; zeros apart.
    LOGARITHMIC,
    /// Symmetrically around zero.
    SIGNED
  }

  private final Spread spread;

  LayerStatistic(Spread spread) {
    this.spread = spread;
  }

  public Spread spread() {
    return spread;
  }

  /// @return empty where what is known is not enough to tell; NaN where no value is finite
  public Optional<Double> of(Optional<TensorHealth> health, Optional<TensorFigures> figures) {
    return switch (this) {
      case ROOT_MEAN_SQUARE -> figures.map(TensorFigures::rootMeanSquare);
      case ABSOLUTE_MAX -> figures.map(TensorFigures::absoluteMax);
      case MEAN -> figures.map(TensorFigures::mean);
      case STANDARD_DEVIATION -> figures.map(TensorFigures::standardDeviation);
      case NAN_COUNT ->
          health
              .map(values -> (double) values.nan().count())
              .or(() -> figures.map(values -> (double) values.counts().nan()));
      case SPARSITY ->
          health.map(TensorHealth::sparsity).or(() -> figures.map(LayerStatistic::sparsity));
    };
  }

  private static double sparsity(TensorFigures figures) {
    long total = figures.counts().total();
    return total == 0 ? 0 : (double) figures.counts().zero() / total;
  }
}
