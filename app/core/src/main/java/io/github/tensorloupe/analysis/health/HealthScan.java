package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.analysis.chunk.ChunkCounter;
import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Finds out what is wrong with the values of tensors, reading each byte once.
public final class HealthScan {

  private final ChunkedScan scan;

  /// @param scan reads the tensors
  public HealthScan(ChunkedScan scan) {
    this.scan = scan;
  }

  /// Scans tensors.
  ///
  /// @param tensors of a truncated one, the elements that are wholly there are looked at
  /// @param results receives each tensor's health as it is known, one call at a time, in any order,
  ///   on any thread
  /// @param cancellation asked before each chunk, at most a mebibyte apart
  /// @param progress reported in bytes
  /// @throws IOException if reading fails or a file changed since it was opened
  /// @throws java.util.concurrent.CancellationException if cancelled
  public void run(
      List<TensorData> tensors,
      ChunkedScan.Results<TensorHealth> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    scan.run(tensors, new Counter(), results, cancellation, progress);
  }

  private static final class Counter implements ChunkCounter<HealthCounts, TensorHealth> {

    @Override
    public HealthCounts create(TensorData tensor) {
      return new HealthCounts(tensor);
    }

    @Override
    public void add(HealthCounts counts, Chunk chunk) throws IOException {
      counts.add(chunk);
    }

    @Override
    public void merge(HealthCounts into, HealthCounts from) {
      into.merge(from);
    }

    @Override
    public TensorHealth finish(TensorData tensor, HealthCounts counts) {
      return counts.health();
    }
  }
}
