package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ByteSource.Expectation;
import io.github.tensorloupe.model.ComputedFile;
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

  /// The chunks of a share, the work that a thread gets at a time, but for the last of an item. An
  /// item of so few is one share or part of one, so that its counts need not be put together.
  private static final int SHARE_CHUNKS = 8;

  /// As long as more than so many shares would be left, a share is several items of one chunk: to
  /// ask for each would take as long as to count few numbers. At the end all threads get work.
  private static final int MANY_SHARES = 32;

  /// So many results of small tensors wait for one look whether their file is what it was.
  private static final int MOST_FINISHED = 64;

  /// Receives results.
  @FunctionalInterface
  public interface Results<R> {

    /// Takes the result for an item: one call at a time, in any order, on any of the threads.
    ///
    /// @param index of it in the list
    void accept(int index, R result);
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
  public <C extends ChunkCounts<C, R>, R> void run(
      List<TensorData> tensors,
      Function<TensorData, C> counts,
      Results<R> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    long byteCount = tensors.stream().mapToLong(tensor -> tensor.range().byteCount()).sum();
    try (Expectation _ = TensorData.expect(tensors)) {
      run(
          ChunkedScan.<C>chunksOf(tensors),
          index -> counts.apply(tensors.get(index)),
          results,
          cancellation,
          new ReadProgress(byteCount, progress));
    }
  }

  /// A view: there may be a million tensors.
  private static <C extends ChunkCounts<C, ?>> List<TensorChunks<C>> chunksOf(
      List<TensorData> tensors) {
    return new AbstractList<>() {
      @Override
      public TensorChunks<C> get(int index) {
        return new TensorChunks<>(tensors.get(index));
      }

      @Override
      public int size() {
        return tensors.size();
      }
    };
  }

  /// The same for anything that is read chunk by chunk.
  ///
  /// @param counts begins to count the item of an index, on any thread
  public <C extends PartialCounts<C, R>, R> void run(
      List<? extends Chunked<? super C>> items,
      IntFunction<C> counts,
      Results<R> results,
      Cancellation cancellation,
      ReadProgress read)
      throws IOException {
    long shareCount = items.stream().mapToLong(ChunkedScan::shareCount).sum();
    ParallelWork workers = new ParallelWork(cancellation);
    Shares<C, R> shares = new Shares<>(items, results);
    workers.run((int) Math.min(threadCount, shareCount), () -> shares.count(counts, workers, read));
    shares.handOut();
  }

  private static long shareCount(Chunked<?> item) {
    return Math.max(1, Math.ceilDiv(item.chunkCount(), SHARE_CHUNKS));
  }

  private record TensorChunks<C extends ChunkCounts<C, ?>>(TensorData tensor)
      implements Chunked<C> {

    @Override
    public long chunkCount() {
      return Math.ceilDiv(tensor.range().byteCount(), Chunk.MAX_BYTES);
    }

    @Override
    public Stream<ByteSource> files() {
      return Stream.of(tensor.file());
    }

    @Override
    public long count(C counts, long chunkIndex) throws IOException {
      long offset = chunkIndex * Chunk.MAX_BYTES;
      long byteCount = Math.min(tensor.range().byteCount() - offset, Chunk.MAX_BYTES);
      ElementType type = ElementType.of(tensor.info().dtype());
      long inChunk = type.elementsIn(byteCount) * type.partsPerElement();
      long before = offset / 8 * 64 / type.partBits();
      int parts = (int) Math.clamp(tensor.partCount() - before, 0, inChunk);
      long begin = tensor.range().begin() + offset;
      if (tensor.file() instanceof ComputedFile computed
          && counts.tally().isPresent()
          && computed.tally(begin, parts, counts.tally().get())) {
        return byteCount;
      }
      tensor
          .file()
          .examine(
              window -> {
                counts.add(new Chunk(tensor, window.bytes(begin, byteCount), offset, parts));
                return null;
              });
      return byteCount;
    }
  }

  /// Gives shares of the items to the threads that ask, and puts together what they have counted.
  /// Thread-safe.
  private static final class Shares<C extends PartialCounts<C, R>, R> {

    /// Several whole items, or the chunks of one item from `begin` on. `end` is exclusive.
    private record Share(int index, int end, long begin) {}

    private record Counted<C>(C counts, long shareCount) {}

    private final List<? extends Chunked<? super C>> items;
    private final Results<R> results;
    private final Map<Integer, Counted<C>> countedByIndex = new HashMap<>();
    private final Object resultLock = new Object();

    /// Results by the index of their item, not given yet; guarded by their lock.
    private final Map<Integer, R> finished = new LinkedHashMap<>();

    private int index;
    private long begin;

    Shares(List<? extends Chunked<? super C>> items, Results<R> results) {
      this.items = items;
      this.results = results;
    }

    /// The next share, or null when all are given out.
    private synchronized Share next() {
      if (index == items.size()) {
        return null;
      }
      int first = index;
      int most = Math.clamp((items.size() - first) / MANY_SHARES, 1, SHARE_CHUNKS);
      while (index < items.size() && index - first < most && items.get(index).chunkCount() <= 1) {
        index++;
      }
      if (index > first) {
        return new Share(first, index, 0);
      }
      Share share = new Share(index, index + 1, begin);
      begin += SHARE_CHUNKS;
      if (begin >= items.get(index).chunkCount()) {
        index++;
        begin = 0;
      }
      return share;
    }

    /// Takes shares and counts them until there are none left, as each thread does.
    void count(IntFunction<C> beginning, ParallelWork workers, ReadProgress progress)
        throws IOException {
      Share share = next();
      while (share != null) {
        workers.check();
        int at = share.index();
        Chunked<? super C> item = items.get(at);
        if (item.chunkCount() <= 1) {
          countSmall(share, beginning, workers, progress);
          share = next();
          continue;
        }
        C counts = beginning.apply(at);
        long shareCount = 0;
        for (; share != null && share.index() == at; share = next()) {
          long end = Math.min(item.chunkCount(), share.begin() + SHARE_CHUNKS);
          for (long chunk = share.begin(); chunk < end; chunk++) {
            workers.check();
            progress.add(item.count(counts, chunk));
          }
          shareCount++;
        }
        Counted<C> all = together(at, new Counted<>(counts, shareCount));
        if (all.shareCount() == shareCount(item)) {
          finish(Map.of(at, all.counts().result()), 0);
        }
      }
    }

    private void countSmall(
        Share share, IntFunction<C> beginning, ParallelWork workers, ReadProgress progress)
        throws IOException {
      Map<Integer, R> found = new LinkedHashMap<>();
      long byteCount = 0;
      for (int at = share.index(); at < share.end(); at++) {
        C counts = beginning.apply(at);
        if (items.get(at).chunkCount() > 0) {
          workers.check();
          byteCount += items.get(at).count(counts, 0);
        }
        found.put(at, counts.result());
      }
      progress.add(byteCount);
      finish(found, MOST_FINISHED);
    }

    /// Takes results, and gives them where more than so many wait.
    private void finish(Map<Integer, R> found, int most) throws IOException {
      synchronized (resultLock) {
        finished.putAll(found);
        if (finished.size() > most) {
          handOut();
        }
      }
    }

    /// The counts of all shares of an item so far.
    private synchronized Counted<C> together(int index, Counted<C> counted) {
      Counted<C> all = counted;
      Counted<C> before = countedByIndex.remove(index);
      if (before != null) {
        before.counts().merge(counted.counts());
        all = new Counted<>(before.counts(), before.shareCount() + counted.shareCount());
      }
      if (all.shareCount() < shareCount(items.get(index))) {
        countedByIndex.put(index, all);
      }
      return all;
    }

    /// Gives the results that are still held back.
    ///
    /// @throws io.github.tensorloupe.model.FileChangedException if they may be of two states of a
    ///   file; then none of them is given
    void handOut() throws IOException {
      synchronized (resultLock) {
        Set<ByteSource> files = new HashSet<>();
        finished.keySet().forEach(each -> items.get(each).files().forEach(files::add));
        for (ByteSource file : files) {
          file.requireUnchanged();
        }
        finished.forEach(results::accept);
        finished.clear();
      }
    }
  }
}
