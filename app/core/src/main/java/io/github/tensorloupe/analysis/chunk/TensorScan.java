package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan.Results;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A computation that reads tensors and produces one result per tensor. Thread-safe.
@FunctionalInterface
public interface TensorScan<R> {

  /// Scans the tensors and blocks until all results are delivered.
  ///
  /// @param tensors the tensors; only complete elements of truncated tensors are scanned
  /// @param results receives each result as soon as it is available
  /// @param cancellation checked at least once per mebibyte
  /// @param progress reported in bytes
  /// @throws IOException if reading fails or a file changed since it was opened
  void run(
      List<TensorData> tensors, Results<R> results, Cancellation cancellation, Progress progress)
      throws IOException;

  /// Returns the result for one tensor, see [#run].
  default R of(TensorData tensor, Cancellation cancellation, Progress progress) throws IOException {
    List<R> single = new ArrayList<>(1);
    run(List.of(tensor), (_, result) -> single.add(result), cancellation, progress);
    return single.getFirst();
  }

  /// Returns a scan that applies a function to each tensor and its result.
  ///
  /// @param mapping called on any thread, possibly concurrently
  default <S> TensorScan<S> map(BiFunction<TensorData, R, S> mapping) {
    return (tensors, results, cancellation, progress) ->
        run(
            tensors,
            (index, result) -> results.accept(index, mapping.apply(tensors.get(index), result)),
            cancellation,
            progress);
  }
}
