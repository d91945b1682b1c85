package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Where distributions come from: counted once, and remembered for what was looked at last.
/// Remembering belongs to the FX thread, counting does not.
final class Distributions {

  /// Counts the values of tensors.
  @FunctionalInterface
  interface Counting {

    /// As by [io.github.tensorloupe.analysis.distribution.DistributionScan#run].
    void run(
        List<TensorData> tensors,
        ChunkedScan.Results<Distribution> results,
        Cancellation cancellation,
        Progress progress)
        throws IOException;
  }

  private static final int REMEMBERED_TENSORS = 64;
  private static final int REMEMBERED_SUMS = 8;

  private final Counting counting;
  private final RecentlyUsed<Object, Distribution> tensors = new RecentlyUsed<>(REMEMBERED_TENSORS);
  private final RecentlyUsed<Object, Distribution> sums = new RecentlyUsed<>(REMEMBERED_SUMS);

  Distributions(Counting counting) {
    this.counting = counting;
  }

  /// What is remembered.
  Optional<Distribution> known(HistogramScope scope, Object key) {
    return room(scope).get(key);
  }

  /// Remembers what was counted, in place of what was not looked at for longest.
  void remember(HistogramScope scope, Object key, Distribution distribution) {
    room(scope).put(key, distribution);
  }

  private RecentlyUsed<Object, Distribution> room(HistogramScope scope) {
    return scope == HistogramScope.TENSOR ? tensors : sums;
  }

  /// Forgets everything.
  void clear() {
    tensors.clear();
    sums.clear();
  }

  /// Counts tensors together. Blocks; any thread.
  ///
  /// @param parts those without bytes in the file count for nothing
  Distribution count(List<TensorRef> parts, Cancellation cancellation, Progress progress)
      throws IOException {
    RunningSum sum = new RunningSum();
    each(parts, (_, part) -> sum.add(part), cancellation, progress);
    return sum.total();
  }

  /// Counts each of several tensors. Blocks; any thread.
  ///
  /// @param parts those without bytes in the file get no result
  /// @param results receives a distribution with its index among those that have bytes, one call at
  ///   a time
  void each(
      List<TensorRef> parts,
      ChunkedScan.Results<Distribution> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    List<TensorData> data = parts.stream().flatMap(part -> part.data().stream()).toList();
    counting.run(data, results, cancellation, progress);
  }
}
