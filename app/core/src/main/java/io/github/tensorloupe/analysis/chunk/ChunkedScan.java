package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ByteSource.ReadAnnouncement;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// Reads tensors chunk by chunk on several threads. Immutable and thread-safe; the threads end with
/// the call.
///
/// @param threadCount the number of reading threads, including the calling thread, at least 1
public record ChunkedScan(int threadCount) {

  /// The number of chunks in a share, which is the unit of work of a thread, except for the last
  /// share of an item. An item with at most this number of chunks is one share or part of one, so
  /// that its counts need no merging.
  private static final int SHARE_CHUNKS = 8;

  /// While more than this number of shares would remain, a share is several items of one chunk,
  /// because taking each item separately would take as long as counting a few numbers. At the end,
  /// all threads get work.
  private static final int MANY_SHARES = 32;

  /// The maximum number of results of small tensors that wait for a common check of whether their
  /// file changed.
  private static final int MAX_WAITING_RESULTS = 64;

  /// Receives results.
  @FunctionalInterface
  public interface Results<R> {

    /// Receives the result for an item. Calls are sequential, in any order, on any of the threads.
    ///
    /// @param index the index of the item in the list
    void accept(int index, R result);
  }

  /// Creates a scan with the number of threads that is useful on this computer.
  public static ChunkedScan onAllProcessors() {
    return new ChunkedScan(ParallelWork.defaultThreadCount());
  }

  /// Creates a scan like [#onAllProcessors], but leaves one of several processors free.
  public static ChunkedScan inBackground() {
    return new ChunkedScan(ParallelWork.backgroundThreadCount());
  }

  /// Reads every tensor once. Returns when all threads have ended, whether it succeeds or fails.
  ///
  /// @param tensors in the order of reading; empty tensors also have a result
  /// @param counts creates the counts of a tensor, on any thread
  /// @param cancellation checked before each chunk
  /// @param progress reported after each chunk, in bytes
  /// @throws io.github.tensorloupe.model.FileChangedException if a file changed since it was opened
  /// @throws IOException if reading fails; earlier results remain valid
  public <C extends ChunkCounts<C, R>, R> void run(
      List<TensorData> tensors,
      Function<TensorData, C> counts,
      Results<R> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    long byteCount = tensors.stream().mapToLong(tensor -> tensor.range().byteCount()).sum();
    try (ReadAnnouncement _ = TensorData.announceReads(tensors)) {
      run(
          ChunkedScan.<C>chunksOf(tensors),
          index -> counts.apply(tensors.get(index)),
          results,
          cancellation,
          new ReadProgress(byteCount, progress));
    }
  }

  /// A view, because there may be a million tensors.
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

  /// Reads any items that consist of chunks, like the method for tensors.
  ///
  /// @param counts creates the counts of an item by index, on any thread
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
    shares.deliverResults();
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
      if (tensor.file() instanceof ComputedFile computed) {
        Optional<ComputedFile.Tally> tally = counts.tally(offset);
        if (tally.isPresent() && computed.tally(begin, parts, tally.get())) {
          return byteCount;
        }
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

  /// Assigns shares of the items to threads, and merges their counts. Thread-safe.
  private static final class Shares<C extends PartialCounts<C, R>, R> {

    /// Several whole items, or the chunks of one item from `begin` on. `end` is exclusive.
    private record Share(int index, int end, long begin) {}

    private record Counted<C>(C counts, long shareCount) {}

    private final List<? extends Chunked<? super C>> items;
    private final Results<R> results;
    private final Map<Integer, Counted<C>> countedByIndex = new HashMap<>();
    private final Object resultLock = new Object();

    /// Results by item index that were not delivered yet; guarded by `resultLock`.
    private final Map<Integer, R> finished = new LinkedHashMap<>();

    private int index;
    private long begin;

    Shares(List<? extends Chunked<? super C>> items, Results<R> results) {
      this.items = items;
      this.results = results;
    }

    /// Returns the next share, or null if all shares were assigned.
    private synchronized Share next() {
      if (index == items.size()) {
        return null;
      }
      int first = index;
      int maxItems = Math.clamp((items.size() - first) / MANY_SHARES, 1, SHARE_CHUNKS);
      while (index < items.size()
          && index - first < maxItems
          && items.get(index).chunkCount() <= 1) {
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

    /// Counts shares until all were assigned. Called by each thread.
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
        Counted<C> all = mergeCounts(at, new Counted<>(counts, shareCount));
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
      finish(found, MAX_WAITING_RESULTS);
    }

    /// Adds results, and delivers all if more than a maximum are waiting.
    private void finish(Map<Integer, R> found, int limit) throws IOException {
      synchronized (resultLock) {
        finished.putAll(found);
        if (finished.size() > limit) {
          deliverResults();
        }
      }
    }

    /// Merges counts, and returns the counts of all shares of the item so far.
    private synchronized Counted<C> mergeCounts(int index, Counted<C> counted) {
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

    /// Delivers the waiting results.
    ///
    /// @throws io.github.tensorloupe.model.FileChangedException if they may describe two states of
    ///   a file; then no result is delivered
    void deliverResults() throws IOException {
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
