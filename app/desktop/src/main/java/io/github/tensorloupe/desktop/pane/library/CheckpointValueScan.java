package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.storage.KnownValues;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;

/// Scans the values of checkpoints that are not open, and stores the results in the same way as for
/// open ones, including the results of an interrupted scan. Blocks the calling thread.
///
/// @param storeIntervalBytes the number of bytes after which intermediate results are stored, in
///   case the process is killed
/// @param threadCount the number of threads that read
public record CheckpointValueScan(
    ScanResultStore memory, long storeIntervalBytes, int threadCount) {

  private static final long DEFAULT_STORE_INTERVAL_BYTES = 4L << 30;

  /// Few threads, because checks yield to other jobs by pausing and do not free a processor.
  private static final int THREADS = Math.min(2, ParallelWork.defaultThreadCount());

  public CheckpointValueScan(ScanResultStore memory) {
    this(memory, DEFAULT_STORE_INTERVAL_BYTES, THREADS);
  }

  /// Scans the tensors without stored results.
  ///
  /// @param path a file, an index or a folder
  /// @param progress in bytes
  /// @throws IOException if the checkpoint cannot be read or changes during the scan, or the
  ///   results cannot be stored
  public void run(Path path, Cancellation cancellation, Progress progress) throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(path, cancellation, Progress.NONE)) {
      ScanResultStore.ScanResultKey key = memory.keyOf(checkpoint);
      KnownValues known = key.load();
      List<Integer> indexes = new ArrayList<>();
      List<TensorData> left = new ArrayList<>();
      for (int i = 0; i < checkpoint.tensors().size(); i++) {
        Optional<TensorData> data = checkpoint.tensors().get(i).data();
        if (data.isPresent() && known.health(i).isEmpty()) {
          indexes.add(i);
          left.add(data.get());
        }
      }
      if (!left.isEmpty()) {
        Results results = new Results(key, known);
        try {
          new HealthScan(new ChunkedScan(threadCount))
              .run(
                  left,
                  (i, health) ->
                      results.add(indexes.get(i), health, left.get(i).range().byteCount()),
                  cancellation,
                  progress);
        } finally {
          // The results of the tensors that were read remain valid if the scan was stopped or a
          // file changed.
          results.keep();
        }
        results.throwIfFailed();
      }
    }
  }

  private final class Results {

    private final ScanResultStore.ScanResultKey key;
    private final KnownValues known;
    private Optional<IOException> failure = Optional.empty();
    private long unkeptBytes;

    Results(ScanResultStore.ScanResultKey key, KnownValues known) {
      this.key = key;
      this.known = known;
    }

    void add(int tensor, TensorHealth health, long byteCount) {
      known.setHealth(tensor, health);
      unkeptBytes += byteCount;
      if (unkeptBytes >= storeIntervalBytes) {
        keep();
      }
    }

    void keep() {
      unkeptBytes = 0;
      try {
        key.store(known);
      } catch (IOException e) {
        failure = failure.or(() -> Optional.of(e));
      }
    }

    void throwIfFailed() throws IOException {
      if (failure.isPresent()) {
        throw failure.get();
      }
    }
  }
}
