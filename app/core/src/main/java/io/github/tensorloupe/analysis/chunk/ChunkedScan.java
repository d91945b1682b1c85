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

/// Reads tensors in chunks on several threads. Immutable and thread-safe.
///
/// @param threadCount the number of reading threads, including the calling thread, at least 1
public record ChunkedScan(int threadCount) {

  /// The maximum number of chunks in a share, the unit of work of a thread.
  private static final int SHARE_CHUNKS = 8;

  /// The divisor of the remaining items for the maximum number of small items in a share, so that
  /// all threads have work until the end.
  private static final int MANY_SHARES = 32;

  /// The maximum number of undelivered results of small items, whose files are checked together.
  private static final int MAX_WAITING_RESULTS = 64;

  /// A receiver of results.
  @FunctionalInterface
  public interface Results<R> {

    /// Called once per item, in any order, on any of the threads, but never concurrently.
    ///
    /// @param index the index in the list of items
    void accept(int index, R result);
  }

  /// Creates a scan with the default number of threads, see [ParallelWork#defaultThreadCount].
  public static ChunkedScan onAllProcessors() {
    return new ChunkedScan(ParallelWork.defaultThreadCount());
  }

  /// Creates a scan that leaves one processor free unless there is only one.
  public static ChunkedScan inBackground() {
    return new ChunkedScan(ParallelWork.backgroundThreadCount());
  }

  /// Reads every tensor once. Returns or throws after all threads have ended.
  ///
  /// @param tensors the tensors in the order of reading; empty tensors also have a result
  /// @param counts creates the counts for a tensor; called on any thread
  /// @param mapping applied to each tensor and its result; called on any thread, concurrently for
  ///   different tensors
  /// @param cancellation checked before each chunk
  /// @param progress reported after each chunk, in bytes
  /// @throws io.github.tensorloupe.model.FileChangedException if a file changed since it was opened
  /// @throws IOException if reading fails; results that were already delivered remain valid
  public <C extends ChunkCounts<C, R>, R, S> void run(
      List<TensorData> tensors,
      Function<TensorData, C> counts,
      BiFunction<TensorData, R, S> mapping,
      Results<S> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    long byteCount = tensors.stream().mapToLong(tensor -> tensor.range().byteCount()).sum();
    try (ReadAnnouncement _ = TensorData.announceReads(tensors)) {
      run(
          tensors.size(),
          index -> new TensorChunks<C>(tensors.get(index)),
          index -> counts.apply(tensors.get(index)),
          (index, all) -> mapping.apply(tensors.get(index), all.result()),
          results,
          cancellation,
          new ReadProgress(byteCount, progress));
    }
  }

  /// Reads every item once. Returns or throws after all threads have ended.
  ///
  /// @param items returns an item by index; called several times per item, because storing a
  ///   million items would take too much memory
  /// @param counts creates the counts for an item by index; called on any thread
  /// @param result converts the counts of an item, by index, to its result; called on any thread,
  ///   concurrently for different items
  /// @throws IOException if reading fails or a file changed since it was opened; results that were
  ///   already delivered remain valid
  public <C extends PartialCounts<C>, R> void run(
      int itemCount,
      IntFunction<Chunked<? super C>> items,
      IntFunction<C> counts,
      BiFunction<Integer, C, R> result,
      Results<R> results,
      Cancellation cancellation,
      ReadProgress readProgress)
      throws IOException {
    long shareCount =
        IntStream.range(0, itemCount).mapToLong(i -> shareCount(items.apply(i))).sum();
    ParallelWork workers = new ParallelWork(cancellation);
    Shares<C, R> shares = new Shares<>(itemCount, items, counts, result, results);
    workers.run((int) Math.min(threadCount, shareCount), () -> shares.count(workers, readProgress));
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

  /// The shares of the items assigned to threads, and their merged counts. Thread-safe.
  private static final class Shares<C extends PartialCounts<C>, R> {

    /// Either the items from `index` to `end` (exclusive), each of at most one chunk, because
    /// assigning such an item takes about as long as counting it, or up to [#SHARE_CHUNKS] chunks
    /// of the item `index`, from the chunk `begin`.
    private record Share(int index, int end, long begin) {}

    private record Counted<C>(C counts, long shareCount) {}

    private final int itemCount;
    private final IntFunction<Chunked<? super C>> items;
    private final IntFunction<C> counts;
    private final BiFunction<Integer, C, R> result;
    private final Results<R> results;
    private final Map<Integer, Counted<C>> countedByIndex = new HashMap<>();

    /// Undelivered results by item index, guarded by this map.
    private final Map<Integer, R> finished = new LinkedHashMap<>();

    private int index;
    private long begin;

    Shares(
        int itemCount,
        IntFunction<Chunked<? super C>> items,
        IntFunction<C> counts,
        BiFunction<Integer, C, R> result,
        Results<R> results) {
      this.itemCount = itemCount;
      this.items = items;
      this.counts = counts;
      this.result = result;
      this.results = results;
    }

    /// Returns the next share, or null at the end.
    private synchronized Share next() {
      if (index == itemCount) {
        return null;
      }
      int first = index;
      int maxItems = Math.clamp((itemCount - first) / MANY_SHARES, 1, SHARE_CHUNKS);
      while (index < itemCount
          && index - first < maxItems
          && items.apply(index).chunkCount() <= 1) {
        index++;
      }
      if (index > first) {
        return new Share(first, index, 0);
      }
      Share share = new Share(index, index + 1, begin);
      begin += SHARE_CHUNKS;
      if (begin >= items.apply(index).chunkCount()) {
        index++;
        begin = 0;
      }
      return share;
    }

    void count(ParallelWork workers, ReadProgress progress) throws IOException {
      Share share = next();
      while (share != null) {
        workers.check();
        int at = share.index();
        Chunked<? super C> item = items.apply(at);
        if (item.chunkCount() <= 1) {
          countSmallItems(share, workers, progress);
          share = next();
          continue;
        }
        C shareCounts = counts.apply(at);
        long shareCount = 0;
        for (; share != null && share.index() == at; share = next()) {
          long end = Math.min(item.chunkCount(), share.begin() + SHARE_CHUNKS);
          for (long chunk = share.begin(); chunk < end; chunk++) {
            workers.check();
            progress.add(item.count(shareCounts, chunk));
          }
          shareCount++;
        }
        Optional<C> all = merge(at, shareCounts, shareCount);
        if (all.isPresent()) {
          finish(Map.of(at, result.apply(at, all.get())), 0);
        }
      }
    }

    private void countSmallItems(Share share, ParallelWork workers, ReadProgress progress)
        throws IOException {
      Map<Integer, R> partialResults = new LinkedHashMap<>();
      long byteCount = 0;
      for (int at = share.index(); at < share.end(); at++) {
        C all = counts.apply(at);
        if (items.apply(at).chunkCount() > 0) {
          workers.check();
          byteCount += items.apply(at).count(all, 0);
        }
        partialResults.put(at, result.apply(at, all));
      }
      progress.add(byteCount);
      finish(partialResults, MAX_WAITING_RESULTS);
    }

    /// Returns the counts of all shares of an item, or empty if some are not counted yet.
    private synchronized Optional<C> merge(int index, C shareCounts, long shareCount) {
      Counted<C> previous = countedByIndex.remove(index);
      if (previous != null) {
        shareCounts.merge(previous.counts);
      }
      long total = shareCount + (previous == null ? 0 : previous.shareCount);
      if (total == shareCount(items.apply(index))) {
        return Optional.of(shareCounts);
      }
      countedByIndex.put(index, new Counted<>(shareCounts, total));
      return Optional.empty();
    }

    private void finish(Map<Integer, R> newResults, int limit) throws IOException {
      synchronized (finished) {
        finished.putAll(newResults);
        if (finished.size() > limit) {
          deliverResults();
        }
      }
    }

    void deliverResults() throws IOException {
      synchronized (finished) {
        Set<ByteSource> files = new HashSet<>();
        finished.keySet().forEach(each -> items.apply(each).files().forEach(files::add));
        for (ByteSource file : files) {
          file.requireUnchanged();
        }
        finished.forEach(results::accept);
        finished.clear();
      }
    }
  }
}
