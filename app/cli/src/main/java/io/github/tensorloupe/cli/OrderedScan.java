package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.model.ByteSource.ReadAnnouncement;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.BackgroundWork;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Scans tensors on several threads and delivers the results in tensor order. Scans a batch while
/// the results of the preceding batch are delivered. Holds the results of two batches in memory.
///
/// @param scan scans a tensor
/// @param maxTensors the maximum number of tensors in a batch, at least 1
/// @param maxBytes the number of bytes that completes a batch
/// @param <R> the result for one tensor
record OrderedScan<R>(TensorScan<R> scan, int maxTensors, long maxBytes) {

  /// Scans tensors until all are scanned or one cannot be read.
  ///
  /// @param sink receives the results in tensor order, on the calling thread
  /// @param afterBatch called after the results of a batch have been delivered
  /// @param progress in bytes
  /// @throws IOException if a tensor cannot be read
  void run(
      List<TensorData> tensors,
      BiConsumer<TensorData, R> sink,
      Runnable afterBatch,
      Progress progress)
      throws IOException {
    if (tensors.isEmpty()) {
      return;
    }
    // Announced together, so that consent is requested once for all tensors.
    try (ReadAnnouncement _ = TensorData.announceReads(tensors)) {
      runBatches(tensors, sink, afterBatch, progress);
    }
  }

  private void runBatches(
      List<TensorData> tensors,
      BiConsumer<TensorData, R> sink,
      Runnable afterBatch,
      Progress progress)
      throws IOException {
    long total = byteCount(tensors);
    long before = 0;
    BackgroundWork<Batch<R>> scanning = begin(tensors, 0, 0, total, progress);
    try {
      for (int begin = 0; begin < tensors.size(); ) {
        Batch<R> batch = scanning.result();
        begin += batch.tensors().size();
        before += byteCount(batch.tensors());
        if (begin < tensors.size()) {
          scanning = begin(tensors, begin, before, total, progress);
        }
        try {
          handOn(batch, sink);
        } finally {
          afterBatch.run();
        }
      }
    } finally {
      scanning.close();
    }
  }

  /// Starts scanning a batch. All threads have terminated when the result is available.
  private BackgroundWork<Batch<R>> begin(
      List<TensorData> tensors, int begin, long before, long total, Progress progress) {
    List<TensorData> batch = tensors.subList(begin, endOfBatch(tensors, begin));
    return new BackgroundWork<>(
        () -> scanned(batch, (inBatch, _) -> progress.report(before + inBatch, total)));
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

  private Batch<R> scanned(List<TensorData> tensors, Progress progress) {
    List<R> results = new ArrayList<>(Collections.nCopies(tensors.size(), null));
    try {
      scan.run(tensors, results::set, Cancellation.NEVER, progress);
    } catch (IOException e) {
      // The threads have stopped at arbitrary tensors. A sequential scan finds the unreadable
      // tensor.
    }
    return new Batch<>(tensors, results);
  }

  private void handOn(Batch<R> batch, BiConsumer<TensorData, R> sink) throws IOException {
    for (int i = 0; i < batch.tensors().size(); i++) {
      TensorData tensor = batch.tensors().get(i);
      R result = batch.results().get(i);
      sink.accept(
          tensor, result != null ? result : scan.of(tensor, Cancellation.NEVER, Progress.NONE));
    }
  }

  /// @param results the results, with null for tensors that were not scanned because of a failure
  private record Batch<R>(List<TensorData> tensors, List<R> results) {}
}
