package io.github.tensorloupe.desktop.pane.layers;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.Sameness;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.pane.layers.LayerMapViewModel.Results;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.SimpleLongProperty;

/// Results of scans as a test wants them.
final class FakeResults {

  private final Map<Integer, TensorHealth> health = new HashMap<>();
  private final Map<Integer, TensorFigures> figures = new HashMap<>();
  private final Map<Integer, Outlier> outliers = new HashMap<>();
  private final SimpleLongProperty revision = new SimpleLongProperty();

  Results results() {
    return new Results(
        tensor -> Optional.ofNullable(health.get(tensor)),
        tensor -> Optional.ofNullable(figures.get(tensor)),
        tensor -> Optional.ofNullable(outliers.get(tensor)),
        () -> !figures.isEmpty(),
        revision);
  }

  /// Figures of 100 finite values with this scale and mean.
  FakeResults scale(int tensor, double scale, double mean) {
    figures.put(
        tensor,
        new TensorFigures(
            new ValueCounts(100, 0, 0, 0, 0, 0), -4 * scale, 4 * scale, mean, scale, scale));
    return health(tensor, 0, 0);
  }

  /// A tensor with this scale that stands out among siblings with this median.
  FakeResults outlier(int tensor, double scale, double median) {
    outliers.put(tensor, new Outlier(tensor, scale, median, 10 * Math.log(scale / median)));
    return scale(tensor, scale, 0);
  }

  /// Nothing but NaN.
  FakeResults noNumber(int tensor) {
    double nan = Double.NaN;
    figures.put(
        tensor, new TensorFigures(new ValueCounts(0, 100, 0, 0, 0, 0), nan, nan, nan, nan, nan));
    return health(tensor, 100, 0);
  }

  /// Health of 100 values.
  FakeResults health(int tensor, long nan, long zero) {
    health.put(
        tensor,
        new TensorHealth(
            100,
            count(nan),
            Occurrences.NONE,
            Occurrences.NONE,
            count(zero),
            Occurrences.NONE,
            Occurrences.NONE,
            Sameness.VARIED,
            false,
            ZeroPages.NONE));
    return this;
  }

  private static Occurrences count(long count) {
    return count == 0 ? Occurrences.NONE : new Occurrences(count, 0);
  }

  /// Tells that more is known.
  void arrive() {
    revision.set(revision.get() + 1);
  }
}
