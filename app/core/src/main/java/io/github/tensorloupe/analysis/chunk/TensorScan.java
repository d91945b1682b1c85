package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan.Results;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Finds something out about each of several tensors. Thread-safe; blocks.
@FunctionalInterface
public interface TensorScan<R> {

  /// @param tensors of a truncated one, the elements that are wholly there are looked at
  /// @param results receives each result as it is known
  /// @param cancellation asked before each chunk, at most a mebibyte apart
  /// @param progress reported in bytes
  /// @throws IOException if reading fails or a file changed since it was opened
  void run(
      List<TensorData> tensors, Results<R> results, Cancellation cancellation, Progress progress)
      throws IOException;

  /// The result for one tensor, as by [#run].
  default R of(TensorData tensor, Cancellation cancellation, Progress progress) throws IOException {
    List<R> found = new ArrayList<>(1);
    run(List.of(tensor), (_, result) -> found.add(result), cancellation, progress);
    return found.getFirst();
  }

  /// The scan that says something else of each result.
  ///
  /// @param mapping used on any thread, and perhaps on several at a time
  default <S> TensorScan<S> map(BiFunction<TensorData, R, S> mapping) {
    return (tensors, results, cancellation, progress) ->
        run(
            tensors,
            (index, found) -> results.accept(index, mapping.apply(tensors.get(index), found)),
            cancellation,
            progress);
  }
}
