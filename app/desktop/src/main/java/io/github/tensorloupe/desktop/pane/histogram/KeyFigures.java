package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.Entropy;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The figures that sum a distribution up, the most telling first.
///
/// @param distribution with at least one finite value
/// @param messages gives the words
record KeyFigures(Distribution distribution, Messages messages) {

  List<Figure> list() {
    List<Figure> figures = new ArrayList<>();
    figures.add(figure("min", NumberText.of(distribution.min(), spread())));
    figures.add(figure("max", NumberText.of(distribution.max(), spread())));
    figures.add(figure("mean", NumberText.of(distribution.mean(), spread())));
    figures.add(figure("std", NumberText.of(distribution.standardDeviation())));
    figures.add(figure("rms", NumberText.of(distribution.rootMeanSquare(), spread())));
    figures.add(quantile("median", 0.5));
    figures.add(quantile("p1", 0.01));
    figures.add(quantile("p99", 0.99));
    figures.add(share("zeros", distribution.counts().zero()));
    if (!NumberText.isInteger(distribution.min())) {
      figures.add(share("subnormals", distribution.counts().subnormal()));
    }
    figures.add(entropy());
    return figures;
  }

  private double spread() {
    return distribution.max().doubleValue() - distribution.min().doubleValue();
  }

  private Figure quantile(String name, double probability) {
    Number value = distribution.quantile(probability);
    return figure(
        name,
        distribution.isQuantileExact(probability)
            ? NumberText.of(value, spread())
            : messages.text("histogram.approximately", NumberText.approximate(value)));
  }

  private Figure entropy() {
    Entropy entropy = distribution.entropy();
    double count = distribution.counts().total();
    String value =
        messages.text(
            "histogram.entropy",
            bits(entropy.totalBits() / count),
            bits(entropy.storedBits() / count));
    return new Figure(
        "histogram-entropy",
        messages.text("histogram.figure.entropy"),
        entropy.isExact() ? value : messages.text("histogram.approximately", value),
        messages.text(
            entropy.isExact() ? "histogram.entropy.exact" : "histogram.entropy.estimate"));
  }

  private static String bits(double bits) {
    return String.format(Locale.ENGLISH, bits == Math.rint(bits) ? "%.0f" : "%.1f", bits);
  }

  private Figure share(String name, long count) {
    return figure(name, Figures.share((double) count / distribution.counts().total()));
  }

  private Figure figure(String name, String value) {
    return new Figure(
        "histogram-" + name,
        messages.text("histogram.figure." + name),
        value,
        messages.text("histogram.explain." + name));
  }
}
