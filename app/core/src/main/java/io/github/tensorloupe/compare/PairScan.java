package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.analysis.chunk.Chunked;
import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.chunk.ChunkedScan.Results;
import io.github.tensorloupe.analysis.chunk.PartialCounts;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// A scan of the bytes and values of pairs on several threads. Immutable and thread-safe.
///
/// First compares the bytes of each pair up to the first difference, then computes the figures of
/// the pairs that differ. Processes groups of pairs, so that the second read of a pair finds its
/// bytes in the file system cache.
///
/// @param scan distributes the chunks to threads
/// @param chunkBytes the approximate number of bytes per chunk, of the tensor with the wider dtype,
///   for computing figures
public record PairScan(ChunkedScan scan, int chunkBytes) {

  /// The minimum size of a group of pairs in bytes.
  private static final long GROUP_BYTES = 1L << 30;

  /// The search for the first difference is this fraction of the work on a pair that differs.
  private static final int SEARCH_SHARE = 4;

  /// @param threadCount the number of reading threads including the calling thread, at least 1
  public PairScan(int threadCount) {
    this(new ChunkedScan(threadCount), PairChunks.DEFAULT_BYTES);
  }

  /// Creates a scan that leaves one processor free unless there is only one.
  public static PairScan inBackground() {
    return new PairScan(ParallelWork.backgroundThreadCount());
  }

  /// Compares all pairs. Returns or throws after all threads have ended.
  ///
  /// @param results receives one result per pair, in any order, but never concurrently
  /// @param cancellation checked before each chunk
  /// @param progress reported in bytes of both sides
  /// @throws IOException if reading fails or a file changed; results that were already delivered
  ///   remain valid
  public void run(
      List<TensorPair> pairs,
      Results<PairResult> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    long total = pairs.stream().mapToLong(PairScan::byteCount).sum();
    ReadProgress readProgress = new ReadProgress(total, progress);
    List<Reading> group = new ArrayList<>();
    long groupBytes = 0;
    for (int i = 0; i < pairs.size(); i++) {
      TensorPair pair = pairs.get(i);
      Optional<TensorData> a = pair.a().flatMap(TensorRef::data).filter(TensorData::isComplete);
      Optional<TensorData> b = pair.b().flatMap(TensorRef::data).filter(TensorData::isComplete);
      if (pair.by().isEmpty()) {
        results.accept(i, ofHeaders(pair));
      } else if (a.isEmpty() || b.isEmpty()) {
        readProgress.add(byteCount(pair));
        results.accept(i, PairResult.withoutValues(Change.UNREADABLE, OptionalLong.empty()));
      } else {
        Reading reading = new Reading(i, changeOfHeaders(pair), a.get(), b.get());
        group.add(reading);
        groupBytes += reading.byteCount();
      }
      if (groupBytes >= GROUP_BYTES) {
        compare(group, results, cancellation, readProgress);
        group.clear();
        groupBytes = 0;
      }
    }
    compare(group, results, cancellation, readProgress);
  }

  private void compare(
      List<Reading> group,
      Results<PairResult> results,
      Cancellation cancellation,
      ReadProgress progress)
      throws IOException {
    BiConsumer<Reading, PairResult> finish =
        (reading, result) -> {
          progress.add(reading.progressOf(reading.byteCount()));
          results.accept(reading.index, result);
        };
    List<Reading> compared = group.stream().filter(Reading::mayHaveEqualBytes).toList();
    scan.run(
        compared.size(),
        compared::get,
        _ -> new NothingCounted(),
        (i, _) -> compared.get(i),
        (_, reading) -> {
          if (reading.isFinished()) {
            finish.accept(reading, reading.ofBytes());
          }
        },
        cancellation,
        progress);
    List<Reading> unequal = new ArrayList<>();
    for (Reading each : group) {
      if (!each.isFinished()) {
        unequal.add(each);
      } else if (!each.mayHaveEqualBytes()) {
        finish.accept(each, each.ofBytes());
      }
    }
    ThreadLocal<Map<PartPair, FigureCounts.Tiles>> tiles = ThreadLocal.withInitial(HashMap::new);
    scan.run(
        unequal.size(),
        i -> unequal.get(i).chunks(chunkBytes),
        i -> {
          PairChunks pair = unequal.get(i).chunks(chunkBytes);
          return new FigureCounts(
              pair.a().info(), tiles.get().computeIfAbsent(pair.parts(), FigureCounts.Tiles::new));
        },
        (i, counts) -> unequal.get(i).with(counts.result()),
        (i, result) -> finish.accept(unequal.get(i), result),
        cancellation,
        progress);
  }

  private static long byteCount(TensorPair pair) {
    return pair.by().isEmpty() ? 0 : byteCount(pair.a()) + byteCount(pair.b());
  }

  private static long byteCount(Optional<TensorRef> tensor) {
    return tensor.flatMap(TensorRef::data).map(data -> data.range().byteCount()).orElse(0L);
  }

  /// Compares only the headers of a pair.
  public static PairResult ofHeaders(TensorPair pair) {
    Change change = changeOfHeaders(pair);
    Shape shape = pair.a().or(pair::b).orElseThrow().info().shape();
    OptionalLong count = change == Change.SHAPE ? OptionalLong.empty() : shape.elementCount();
    return PairResult.withoutValues(change, count);
  }

  static Change changeOfHeaders(TensorPair pair) {
    if (pair.by().isEmpty()) {
      return pair.a().isEmpty() ? Change.ADDED : Change.REMOVED;
    }
    TensorInfo a = pair.a().get().info();
    TensorInfo b = pair.b().get().info();
    if (!a.shape().equals(b.shape())) {
      return Change.SHAPE;
    }
    return a.dtype() == b.dtype() ? Change.SAME_HEADER : Change.DTYPE;
  }

  /// A pair of complete tensors and the state of comparing their bytes. Thread-safe.
  private static final class Reading implements Chunked<NothingCounted> {

    private final int index;
    private final Change change;
    private final TensorData a;
    private final TensorData b;

    /// The offset of the first known difference, or the number of bytes.
    private final AtomicLong firstDifference;

    /// The number of bytes of both sides that were not reported as progress yet.
    private final AtomicLong unreported;

    private final boolean isSame;

    Reading(int index, Change change, TensorData a, TensorData b) throws IOException {
      this.index = index;
      this.change = change;
      this.a = a;
      this.b = b;
      firstDifference = new AtomicLong(a.range().byteCount());
      unreported = new AtomicLong(byteCount());
      isSame = a.range().equals(b.range()) && a.file().isSameFileAs(b.file());
    }

    long byteCount() {
      return a.range().byteCount() + b.range().byteCount();
    }

    boolean mayHaveEqualBytes() {
      return a.info().dtype() == b.info().dtype() && a.range().byteCount() == b.range().byteCount();
    }

    boolean isEqual() {
      return mayHaveEqualBytes() && firstDifference.get() == a.range().byteCount();
    }

    /// Returns true if the result is known without figures, from the bytes or the shapes.
    boolean isFinished() {
      return change == Change.SHAPE || isEqual();
    }

    long progressOf(long bytes) {
      long before = unreported.getAndUpdate(left -> Math.max(0, left - bytes));
      return Math.min(before, bytes);
    }

    PairChunks chunks(int chunkBytes) {
      LongUnaryOperator afterSearch = bytes -> progressOf(bytes - bytes / SEARCH_SHARE);
      return new PairChunks(a, b, chunkBytes, mayHaveEqualBytes() ? afterSearch : this::progressOf);
    }

    PairResult ofBytes() {
      return change == Change.SHAPE
          ? new PairResult(change, OptionalLong.empty(), Optional.of(isEqual()), Optional.empty())
          : new PairResult(
              Change.EQUAL,
              OptionalLong.of(a.elementCount()),
              Optional.empty(),
              Optional.of(Figures.ofEqual(ElementType.of(a.info().dtype()))));
    }

    PairResult with(Figures figures) {
      return new PairResult(
          change == Change.SAME_HEADER ? Change.VALUES : change,
          OptionalLong.of(a.elementCount()),
          Optional.empty(),
          Optional.of(figures));
    }

    @Override
    public Stream<ByteSource> files() {
      return Stream.of(a.file(), b.file());
    }

    @Override
    public long chunkCount() {
      return isSame ? 0 : Math.ceilDiv(a.range().byteCount(), Chunk.MAX_BYTES);
    }

    @Override
    public long count(NothingCounted counts, long chunkIndex) throws IOException {
      long offset = chunkIndex * Chunk.MAX_BYTES;
      // Bytes after the first difference need not be compared.
      if (firstDifference.get() < offset) {
        return 0;
      }
      long byteCount = Math.min(Chunk.MAX_BYTES, a.range().byteCount() - offset);
      long difference =
          PairChunks.examine(a, b, offset, byteCount, offset, byteCount, MemorySegment::mismatch);
      if (difference >= 0) {
        firstDifference.accumulateAndGet(offset + difference, Math::min);
      }
      return progressOf(2 * byteCount / SEARCH_SHARE);
    }
  }

  private record NothingCounted() implements PartialCounts<NothingCounted> {

    @Override
    public void merge(NothingCounted other) {}
  }
}
