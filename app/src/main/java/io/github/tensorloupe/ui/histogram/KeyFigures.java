package io.github.tensorloupe.ui.histogram;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.ui.text.Messages;
import java.util.List;

/// The figures that sum a tensor up, the most telling first.
final class KeyFigures {

  private KeyFigures() {}

  static List<Figure> of(TensorStatistics.Finite finite, Messages messages) {
    double spread = finite.max().doubleValue() - finite.min().doubleValue();
    return List.of(
        figure("min", NumberText.of(finite.min(), spread), messages),
        figure("max", NumberText.of(finite.max(), spread), messages),
        figure("mean", NumberText.of(finite.mean(), spread), messages),
        figure("std", NumberText.of(finite.standardDeviation()), messages),
        quantile("median", finite, 0.5, messages),
        quantile("p1", finite, 0.01, messages),
        quantile("p99", finite, 0.99, messages));
  }

  private static Figure quantile(
      String name, TensorStatistics.Finite finite, double probability, Messages messages) {
    Number value = quantile(finite, probability);
    double spread = finite.max().doubleValue() - finite.min().doubleValue();
    String text =
        finite.quantilesExact()
            ? NumberText.of(value, spread)
            : messages.text("histogram.approximately", NumberText.approximate(value));
    return figure(name, text, messages);
  }

  private static Figure figure(String name, String value, Messages messages) {
    return new Figure("histogram-" + name, messages.text("histogram.figure." + name), value);
  }

  /// A quantile.
  ///
  /// @param probability one of [TensorStatistics#PROBABILITIES]
  static Number quantile(TensorStatistics.Finite finite, double probability) {
    return finite.quantiles().get(TensorStatistics.PROBABILITIES.indexOf(probability));
  }
}
