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
        () -> new Reader<>(plan, counts, collected, workers, read).run());
    collected.handOut();
  }

  /// One of the threads of a scan: takes shares and counts them until there are none left.
  private static final class Reader<C extends ChunkCounts<C, R>, R> {

    private final WorkPlan plan;
    private final Function<TensorData, C> begin;
    private final TensorResults<C, R> results;
    private final ParallelWork workers;
    private final ReadProgress progress;

    /// The counts of the tensor whose shares this thread gets at present.
    private Optional<C> counts = Optional.empty();

    private int index = -1;
    private long shareCount;

    Reader(
        WorkPlan plan,
        Function<TensorData, C> begin,
        TensorResults<C, R> results,
        ParallelWork workers,
        ReadProgress progress) {
      this.plan = plan;
      this.begin = begin;
      this.results = results;
      this.workers = workers;
      this.progress = progress;
    }

    void run() throws IOException {
      for (Optional<WorkPlan.Share> next = plan.next(); next.isPresent(); next = plan.next()) {
        WorkPlan.Share share = next.get();
        if (share.index() != index) {
          handOver();
          index = share.index();
        }
        count(share);
      }
      handOver();
    }

    private void handOver() throws IOException {
      if (counts.isPresent()) {
        results.add(index, counts.get(), shareCount);
      }
      counts = Optional.empty();
      shareCount = 0;
    }

    private void count(WorkPlan.Share share) throws IOException {
      workers.check();
      C current = counts.orElseGet(() -> begin.apply(share.tensor()));
      counts = Optional.of(current);
      long partCount = TensorParts.count(share.tensor());
      for (long at = share.begin(); at < share.end(); at += Chunk.MAX_BYTES) {
        workers.check();
        long end = Math.min(share.end(), at + Chunk.MAX_BYTES);
        count(current, share.tensor(), new ByteRange(at, end), partCount);
        progress.add(end - at);
      }
      shareCount++;
    }

    /// @param range of the chunk, from the tensor's first byte
    /// @param partCount of the whole tensor
    private void count(C current, TensorData tensor, ByteRange range, long partCount)
        throws IOException {
      ElementType type = ElementType.of(tensor.info().dtype());
      long inChunk = type.elementsIn(range.byteCount()) * type.partsPerElement();
      long before = range.begin() / 8 * 64 / type.partBits();
      int parts = (int) Math.clamp(partCount - before, 0, inChunk);
      tensor
          .file()
          .examine(
              window -> {
                current.add(
                    new Chunk(
                        tensor,
                        window.bytes(tensor.range().begin() + range.begin(), range.byteCount()),
                        range.begin(),
                        parts));
                return null;
              });
    }
  }
}
