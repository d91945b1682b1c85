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
/// @param maxTensors the maximum number of tensors in a batch, at least 1
/// @param maxBytes the number of bytes that completes a batch
record OrderedScan<R>(TensorScan<R> scan, int maxTensors, long maxBytes) {

  /// Scans tensors until all are scanned or one cannot be read.
  ///
  /// @param sink receives the results in tensor order, on the calling thread
  /// @param afterBatch called after the results of a batch have been delivered
  /// @param progress reported in bytes
  void run(
      List<TensorData> tensors,
      BiConsumer<TensorData, R> sink,
      Runnable afterBatch,
      Progress progress)
      throws IOException {
    if (tensors.isEmpty()) {
      return;
    }
    long total = byteCount(tensors);
    long before = 0;
    List<TensorData> batch = batch(tensors, 0);
    // Announced together, so that consent is requested once for all tensors.
    try (ReadAnnouncement _ = TensorData.announceReads(tensors)) {
      BackgroundWork<List<R>> scanning = scan(batch, before, total, progress);
      try {
        for (int begin = 0; begin < tensors.size(); ) {
          List<R> results = scanning.result();
          List<TensorData> scanned = batch;
          begin += scanned.size();
          before += byteCount(scanned);
          if (begin < tensors.size()) {
            batch = batch(tensors, begin);
            scanning = scan(batch, before, total, progress);
          }
          try {
            deliver(scanned, results, sink);
          } finally {
            afterBatch.run();
          }
        }
      } finally {
        scanning.close();
      }
    }
  }

  private List<TensorData> batch(List<TensorData> tensors, int begin) {
    int end = begin;
    long bytes = 0;
    while (end < tensors.size() && end - begin < maxTensors && bytes < maxBytes) {
      bytes += tensors.get(end++).range().byteCount();
    }
    return tensors.subList(begin, end);
  }

  static long byteCount(List<TensorData> tensors) {
    return tensors.stream().mapToLong(tensor -> tensor.range().byteCount()).sum();
  }

  /// Starts scanning a batch. The result contains null for tensors that were not scanned because of
  /// a failure.
  private BackgroundWork<List<R>> scan(
      List<TensorData> batch, long before, long total, Progress progress) {
    return new BackgroundWork<>(
        () -> {
          List<R> results = new ArrayList<>(Collections.nCopies(batch.size(), null));
          Progress ofAll = (done, _) -> progress.report(before + done, total);
          try {
            scan.run(batch, results::set, Cancellation.NEVER, ofAll);
          } catch (IOException e) {
            // The threads have stopped at arbitrary tensors. A sequential scan finds the unreadable
            // tensor.
          }
          return results;
        });
  }

  private void deliver(List<TensorData> tensors, List<R> results, BiConsumer<TensorData, R> sink)
      throws IOException {
    for (int i = 0; i < tensors.size(); i++) {
      TensorData tensor = tensors.get(i);
      R result = results.get(i);
      sink.accept(
          tensor, result != null ? result : scan.of(tensor, Cancellation.NEVER, Progress.NONE));
    }
  }
}
