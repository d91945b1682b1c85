package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// Reads tensors chunk by chunk on several threads. Immutable and thread-safe; the threads live as
/// long as a call.
///
/// @param threadCount how many threads read, the calling one among them, at least 1
public record ChunkedScan(int threadCount) {

  /// Receives results.
  @FunctionalInterface
  public interface Results<R> {

    /// Takes the result for a tensor: one call at a time, in any order, on any of the threads.
    ///
    /// @param index of the tensor in the list
    void accept(int index, R result);
  }

  public ChunkedScan {
    if (threadCount < 1) {
      throw new IllegalArgumentException(threadCount + " threads");
    }
  }

  /// With as many threads as are worth while.
  public static ChunkedScan onAllProcessors() {
    return new ChunkedScan(ParallelWork.usualThreads());
  }

  /// As on all processors, but one of several is left to others.
  public static ChunkedScan besideOthers() {
    return new ChunkedScan(ParallelWork.threadsBesideOthers());
  }

  /// Reads every tensor once. Returns when all threads have ended, whatever the outcome.
  ///
  /// @param tensors in the order in which they are begun; empty ones too get a result
  /// @param counts begins to count a tensor, on any thread
  /// @param cancellation asked before each chunk
  /// @param progress reported after each chunk, in bytes
  /// @throws io.github.tensorloupe.model.FileChangedException if a file changed since it was opened
  /// @throws IOException if reading fails; results given before stay right
  /// @throws java.util.concurrent.CancellationException if cancelled
  public <C extends ChunkCounts<C, R>, R> void run(
      List<TensorData> tensors,
      Function<TensorData, C> counts,
      Results<R> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    WorkPlan plan = new WorkPlan(tensors);
    ParallelWork workers = new ParallelWork(cancellation);
    ReadProgress read = new ReadProgress(plan.byteCount(), progress);
    TensorResults<C, R> collected = new TensorResults<>(tensors, results);
    workers.run(
        Math.min(threadCount, plan.shareCount()),
        () -> count(plan, counts, collected, workers, read));
    collected.handOut();
  }

  /// Takes shares and counts them until there are none left, as each thread does.
  private static <C extends ChunkCounts<C, R>, R> void count(
      WorkPlan plan,
      Function<TensorData, C> begin,
      TensorResults<C, R> results,
      ParallelWork workers,
      ReadProgress progress)
      throws IOException {
    Optional<WorkPlan.Share> next = plan.next();
    while (next.isPresent()) {
      workers.check();
      int index = next.get().index();
      C counts = begin.apply(next.get().tensor());
      long shareCount = 0;
      while (next.isPresent() && next.get().index() == index) {
        WorkPlan.Share share = next.get();
        for (long at = share.begin(); at < share.end(); at += Chunk.MAX_BYTES) {
          workers.check();
          long end = Math.min(share.end(), at + Chunk.MAX_BYTES);
          count(counts, share.tensor(), new ByteRange(at, end));
          progress.add(end - at);
        }
        shareCount++;
        next = plan.next();
      }
      results.add(index, counts, shareCount);
    }
  }

  /// @param range of the chunk, from the tensor's first byte
  private static void count(ChunkCounts<?, ?> counts, TensorData tensor, ByteRange range)
      throws IOException {
    ElementType type = ElementType.of(tensor.info().dtype());
    long inChunk = type.elementsIn(range.byteCount()) * type.partsPerElement();
    long before = range.begin() / 8 * 64 / type.partBits();
    int parts = (int) Math.clamp(TensorParts.count(tensor) - before, 0, inChunk);
    tensor
        .file()
        .examine(
            window -> {
              counts.add(
                  new Chunk(
                      tensor,
                      window.bytes(tensor.range().begin() + range.begin(), range.byteCount()),
                      range.begin(),
                      parts));
              return null;
            });
  }
}
