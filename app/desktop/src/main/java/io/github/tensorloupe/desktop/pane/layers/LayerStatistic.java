package io.github.tensorloupe.desktop.pane.layers;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Cell;
import io.github.tensorloupe.desktop.control.layermap.StatisticScale.Spread;
import io.github.tensorloupe.desktop.selection.figures.Figure;
import io.github.tensorloupe.desktop.selection.figures.FigureValues;

/// A statistic for comparing tensors of different layers and roles.
public enum LayerStatistic {
  ROOT_MEAN_SQUARE(Figure.ROOT_MEAN_SQUARE, Spread.LOGARITHMIC),
  ABSOLUTE_MAX(Figure.ABSOLUTE_MAX, Spread.LOGARITHMIC),
  MEAN(Figure.MEAN, Spread.SIGNED),
  STANDARD_DEVIATION(Figure.STANDARD_DEVIATION, Spread.LOGARITHMIC),
  NAN_COUNT(Figure.NAN, Spread.LOGARITHMIC),
  SPARSITY(Figure.SPARSITY, Spread.LINEAR);

  private final Figure figure;
  private final Spread spread;

  LayerStatistic(Figure figure, Spread spread) {
    this.figure = figure;
    this.spread = spread;
  }

  public Spread spread() {
    return spread;
  }

  /// @return empty if the results are insufficient; NaN if no value is finite
  public Optional<Double> of(Optional<TensorHealth> health, Optional<TensorSummary> figures) {
    OptionalDouble value = figure.of(FigureValues.of(health, figures));
    return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
  }

  /// Returns the cell for the known results of a tensor.
  public Cell cell(
      Optional<TensorHealth> health, Optional<TensorSummary> figures, boolean isOutlier) {
    boolean notFinite =
        health.filter(each -> each.nonFiniteCount() > 0).isPresent()
            || figures
                .map(TensorSummary::counts)
                .filter(counts -> counts.total() > counts.finite())
                .isPresent();
    return Cell.of(of(health, figures), spread, notFinite, isOutlier);
  }
}
