package io.github.tensorloupe.desktop.pane.layers;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.Repetition;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.MeasuredTensor;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Scan results set by a test.
final class FakeResults {

  private final Map<Integer, TensorHealth> health = new HashMap<>();
  private final Map<Integer, TensorSummary> figures = new HashMap<>();
  private final Map<Integer, Outlier> outliers = new HashMap<>();
  private final ScanResults results = new ScanResults();

  FakeResults(FileDocument document) {
    results.begin(Optional.of(document));
  }

  /// Returns the results with everything added so far.
  ScanResults results() {
    arrive();
    return results;
  }

  /// Adds figures of 100 finite values with this scale and mean.
  FakeResults scale(int tensor, double scale, double mean) {
    figures.put(
        tensor,
        new TensorSummary(
            new ValueCounts(100, 0, 0, 0, 0, 0), -4 * scale, 4 * scale, mean, scale, scale));
    return health(tensor, 0, 0);
  }

  /// Adds a tensor with this scale that is an outlier among siblings with this median.
  FakeResults outlier(int tensor, double scale, double median) {
    outliers.put(tensor, new Outlier(tensor, scale, median, 10 * Math.log(scale / median)));
    return scale(tensor, scale, 0);
  }

  /// Adds a tensor that contains only NaN.
  FakeResults noNumber(int tensor) {
    double nan = Double.NaN;
    figures.put(
        tensor, new TensorSummary(new ValueCounts(0, 100, 0, 0, 0, 0), nan, nan, nan, nan, nan));
    return health(tensor, 100, 0);
  }

  /// Adds the health of 100 values.
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
            Repetition.VARIED,
            false,
            ZeroPages.NONE));
    return this;
  }

  private static Occurrences count(long count) {
    return count == 0 ? Occurrences.NONE : new Occurrences(count, 0);
  }

  /// Publishes the results added so far.
  void arrive() {
    results.addHealth(
        health.entrySet().stream()
            .map(each -> new ScannedTensor(each.getKey(), each.getValue(), List.of()))
            .toList());
    results.addFigures(
        figures.entrySet().stream()
            .map(each -> new MeasuredTensor(each.getKey(), each.getValue()))
            .toList());
    if (!figures.isEmpty()) {
      results.setOutliers(List.copyOf(outliers.values()));
    }
  }
}
