package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Crew;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// Reads tensors chunk by chunk on several threads. Immutable and thread-safe; the threads live as
/// long as a call.
public final class ChunkedScan {

  /// Receives results.
  @FunctionalInterface
  public interface Results<R> {

    /// Takes the result for a tensor: one call at a time, in any order, on any of the threads.
    ///
    /// @param index of the tensor in the list
    void accept(int index, R result);
  }

  private final int threadCount;

  /// @param threadCount how many threads read, the calling one among them, at least 1
  public ChunkedScan(int threadCount) {
    if (threadCount < 1) {
      throw new IllegalArgumentException(threadCount + " threads");
    }
    this.threadCount = threadCount;
  }

  /// With as many threads as are worth while.
  public static ChunkedScan onAllProcessors() {
    return new ChunkedScan(Crew.usualThreads());
  }

  /// As on all processors, but one of several is left to others.
  public static ChunkedScan besideOthers() {
    return new ChunkedScan(Crew.threadsBesideOthers());
  }

  /// Reads every tensor once. Returns when all threads have ended, whatever the outcome.
  ///
  /// @param tensors in the order in which they are begun; empty ones too get a result
  /// @param cancellation asked before each chunk
  /// @param progress reported after each chunk, in bytes
  /// @throws io.github.tensorloupe.model.FileChangedException if a file changed since it was opened
  /// @throws IOException if reading fails; results given before stay right
  /// @throws java.util.concurrent.CancellationException if cancelled
  public <A, R> void run(
      List<TensorData> tensors,
      ChunkCounter<A, R> counter,
      Results<R> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    WorkPlan plan = new WorkPlan(tensors);
    Crew crew = new Crew(cancellation);
    ReadProgress read = new ReadProgress(plan.byteCount(), progress);
    TensorResults<A, R> collected = new TensorResults<>(tensors, counter, results);
    crew.run(
        Math.min(threadCount, plan.shareCount()),
        () -> new Reader<>(plan, counter, collected, crew, read).run());
    collected.handOut();
  }
}
