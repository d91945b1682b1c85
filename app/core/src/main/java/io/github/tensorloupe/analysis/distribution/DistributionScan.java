package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.chunk.TensorParts;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Counts how the values of tensors are distributed, reading each byte once.
///
/// @param scan reads the tensors
public record DistributionScan(ChunkedScan scan) {

  /// The distribution of each tensor.
  ///
  /// @param tensors of a truncated one, the elements that are wholly there are counted
  /// @param results receives each distribution as it is known, one call at a time, in any order, on
  ///   any thread
  /// @param cancellation asked before each chunk, at most a mebibyte apart
  /// @param progress reported in bytes
  /// @throws IOException if reading fails or a file changed since it was opened
  /// @throws java.util.concurrent.CancellationException if cancelled
  public void run(
      List<TensorData> tensors,
      ChunkedScan.Results<Distribution> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    scan.run(
        tensors,
        tensor -> PartCounts.of(tensor.info().dtype(), TensorParts.count(tensor)),
        results,
        cancellation,
        progress);
  }

  /// The distribution of one tensor, as by [#run].
  public Distribution of(TensorData tensor, Cancellation cancellation, Progress progress)
      throws IOException {
    List<Distribution> found = new ArrayList<>(1);
    run(List.of(tensor), (index, result) -> found.add(result), cancellation, progress);
    return found.getFirst();
  }
}
