package io.github.tensorloupe.ui.histogram;

import io.github.tensorloupe.analysis.TensorStatistics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Statistics to show.
final class StatisticsSamples {

  private StatisticsSamples() {}

  /// So many finite values from `min` to `max`, as many in each bin, and some that are not finite.
  static TensorStatistics spread(
      Number min, Number max, long count, long nanCount, long zeroCount) {
    double step = (max.doubleValue() - min.doubleValue()) / 64;
    List<Number> edges = new ArrayList<>();
    edges.add(min);
    for (int bin = 1; bin < 64; bin++) {
      edges.add(min.doubleValue() + bin * step);
    }
    edges.add(max);
    List<Long> counts = Collections.nCopies(64, count / 64);
    return statistics(min, max, count, nanCount, zeroCount, edges, counts);
  }

  /// So many finite values that are all equal, and some that are not finite.
  static TensorStatistics constant(Number value, long count, long nanCount, long zeroCount) {
    return statistics(
        value, value, count, nanCount, zeroCount, List.of(value, value), List.of(count));
  }

  /// No finite value.
  static TensorStatistics withoutValues(long nanCount) {
    return new TensorStatistics(nanCount, nanCount, 0, 0, 0, 0, Optional.empty());
  }

  private static TensorStatistics statistics(
      Number min,
      Number max,
      long count,
      long nanCount,
      long zeroCount,
      List<Number> edges,
      List<Long> counts) {
    Number middle = (min.doubleValue() + max.doubleValue()) / 2;
    return new TensorStatistics(
        count + nanCount,
        nanCount,
        0,
        0,
        zeroCount,
        0,
        Optional.of(
            new TensorStatistics.Finite(
                count,
                min,
                max,
                middle.doubleValue(),
                0.5,
                List.of(min, min, middle, middle, middle, max, max),
                true,
                new TensorStatistics.Histogram(edges, counts, true))));
  }
}
