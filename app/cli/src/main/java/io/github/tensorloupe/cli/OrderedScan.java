package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Scans tensors with many threads and hands on the results in the order of the tensors. Scans in
/// batches, so that only the results of one batch are held.
///
/// @param scan reads tensors
/// @param maxTensors the largest number of tensors in a batch, at least 1
/// @param maxBytes the size in bytes at which a batch takes no more tensors
/// @param <R> the result for one tensor
record OrderedScan<R>(TensorScan<R> scan, int maxTensors, long maxBytes) {

  /// @param sink receives the result of every tensor, one after the other on the thread that
  ///   called; where a tensor cannot be read, those of the ones before it
  /// @param afterBatch called when the sink has received the results of a batch
  /// @param progress reported in bytes
  /// @throws IOException if a tensor cannot be read
  void run(
      List<TensorData> tensors,
      BiConsumer<TensorData, R> sink,
      Runnable afterBatch,
      Progress progress)
      throws IOException {
    long total = byteCount(tensors);
    long done = 0;
    for (int begin = 0; begin < tensors.size(); ) {
      List<TensorData> batch = tensors.subList(begin, endOfBatch(tensors, begin));
      long before = done;
      try {
        runBatch(batch, sink, (inBatch, _) -> progress.report(before + inBatch, total));
      } finally {
        afterBatch.run();
      }
      done += byteCount(batch);
      begin += batch.size();
    }
  }

  static long byteCount(List<TensorData> tensors) {
    return tensors.stream().mapToLong(tensor -> tensor.range().byteCount()).sum();
  }

  private int endOfBatch(List<TensorData> tensors, int begin) {
    int end = begin;
    long bytes = 0;
    while (end < tensors.size() && end - begin < maxTensors && bytes < maxBytes) {
      bytes += tensors.get(end++).range().byteCount();
    }
    return end;
  }

  private void runBatch(List<TensorData> batch, BiConsumer<TensorData, R> sink, Progress progress)
      throws IOException {
    List<R> results = new ArrayList<>(Collections.nCopies(batch.size(), null));
    boolean isWhole = true;
    try {
      scan.run(batch, results::set, Cancellation.NEVER, progress);
    } catch (IOException e) {
      // The threads stop at random tensors: scanning one by one finds the broken one.
      isWhole = false;
    }
    for (int i = 0; i < batch.size(); i++) {
      TensorData tensor = batch.get(i);
      if (!isWhole && results.get(i) == null) {
        int index = i;
        scan.run(
            List.of(tensor),
            (_, result) -> results.set(index, result),
            Cancellation.NEVER,
            Progress.NONE);
      }
      sink.accept(tensor, results.get(i));
    }
  }
}
