package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.model.ByteSource.ReadAnnouncement;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.BackgroundWork;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Scans tensors with several threads and delivers the results in the order of the tensors. Scans
/// in batches: while the results of one batch are delivered, the next batch is scanned. Keeps the
/// results of two batches in memory.
///
/// @param scan reads tensors
/// @param maxTensors the largest number of tensors in a batch, at least 1
/// @param maxBytes the size in bytes at which a batch is complete
/// @param <R> the result for one tensor
record OrderedScan<R>(TensorScan<R> scan, int maxTensors, long maxBytes) {

  /// @param sink receives the result of each tensor in order, on the calling thread, until a tensor
  ///   cannot be read
  /// @param afterBatch called when the sink has received the results of a batch
  /// @param progress reported in bytes
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
    // Announces all tensors at once, so that a single question covers the total size.
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

  /// Starts scanning a batch. All threads are done when the returned work has a result.
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
      // The threads stop at arbitrary tensors. A sequential scan finds the broken one.
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

  /// @param results contains null for tensors that were not scanned because of a failure
  private record Batch<R>(List<TensorData> tensors, List<R> results) {}
}
