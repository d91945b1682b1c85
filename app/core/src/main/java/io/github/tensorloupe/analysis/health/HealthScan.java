package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.analysis.chunk.ChunkCounts;
import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Finds problems with the values of tensors. Reads each byte once.
public record HealthScan(ChunkedScan scan) implements TensorScan<TensorHealth> {

  @Override
  public void run(
      List<TensorData> tensors,
      ChunkedScan.Results<TensorHealth> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    scan.run(tensors, HealthCounts::new, (_, health) -> health, results, cancellation, progress);
  }

  static final class HealthCounts implements ChunkCounts<HealthCounts, TensorHealth> {

    private final TensorData tensor;
    private final ClassCounts classes;
    private final RepetitionDetector copies;
    private final PageRuns pages;
    private long partCount;

    HealthCounts(TensorData tensor) {
      this.tensor = tensor;
      classes = new ClassCounts(ElementType.of(tensor.info().dtype()));
      copies = new RepetitionDetector(tensor);
      pages = new PageRuns(tensor);
    }

    @Override
    public void add(Chunk chunk) throws IOException {
      partCount += chunk.partCount();
      classes.add(chunk.bytes(), chunk.partCount(), chunk.firstPartIndex());
      copies.add(chunk);
      pages.add(chunk);
    }

    @Override
    public void merge(HealthCounts other) {
      partCount += other.partCount;
      classes.merge(other.classes);
      copies.merge(other.copies);
      pages.merge(other.pages);
    }

    // The name is parsed only if all elements are zero or one, which is rare.
    private boolean isInitial() {
      boolean isZero = classes.of(ElementClass.ZERO).count() == partCount;
      boolean isOne = copies.areAllEqualTo(1);
      return (isZero || isOne)
          && InitialValue.of(tensor.info())
              .filter(value -> value.isHarmless() && (value.isOne ? isOne : isZero))
              .isPresent();
    }

    private Repetition repetition() {
      Repetition repetition = copies.repetition();
      boolean isExempt =
          repetition != Repetition.PARTIAL && InitialValue.mayBeConstant(tensor.info());
      return isExempt ? Repetition.EXEMPT : repetition;
    }

    private Occurrences nonFinite(ElementClass wanted) {
      return tensor.hasCodes() ? Occurrences.NONE : classes.of(wanted);
    }

    @Override
    public TensorHealth result() {
      return new TensorHealth(
          partCount,
          nonFinite(ElementClass.NAN),
          nonFinite(ElementClass.POSITIVE_INFINITY),
          nonFinite(ElementClass.NEGATIVE_INFINITY),
          classes.of(ElementClass.ZERO),
          classes.of(ElementClass.SUBNORMAL),
          classes.invalid(),
          repetition(),
          isInitial(),
          pages.zeroPages());
    }
  }

  /// Collects the zero-filled pages of a tensor. A page belongs to the chunk that contains its
  /// first byte. Not thread-safe.
  static final class PageRuns {

    private static final int PAGE = ZeroPages.PAGE_BYTES;
    private static final MemorySegment ZEROS = MemorySegment.ofArray(new byte[PAGE]).asReadOnly();
    private static final int NOT_DIFFERENT = -1;

    /// Threads divide a run into pieces; the limit suffices for a run of hundreds of gigabytes.
    private static final int MAX_PIECES = 1 << 16;

    private final TensorData tensor;
    private final long firstPage;
    private final long pagesEnd;
    private final List<ByteRange> pieces = new ArrayList<>();
    private long pageCount;
    private long runCount;
    private long lastPage = -1;
    private boolean isLastZero;

    PageRuns(TensorData tensor) {
      this.tensor = tensor;
      this.firstPage = Math.ceilDiv(tensor.range().begin(), (long) PAGE) * PAGE;
      this.pagesEnd = tensor.range().end() / PAGE * PAGE;
    }

    void add(Chunk chunk) throws IOException {
      long begin = tensor.range().begin() + chunk.byteOffset();
      long end = begin + chunk.bytes().byteSize();
      long page = Math.ceilDiv(begin, (long) PAGE) * PAGE;
      for (; page + PAGE <= end; page += PAGE) {
        note(page, isZero(chunk.bytes(), page - begin));
      }
      if (page < end && page < pagesEnd) {
        note(page, isZero(page));
      }
    }

    private void note(long page, boolean isZero) throws IOException {
      if (isZero) {
        pageCount++;
        boolean isZeroBefore =
            page != firstPage && (lastPage == page - PAGE ? isLastZero : isZero(page - PAGE));
        runCount += isZeroBefore ? 0 : 1;
        addPiece(new ByteRange(page, page + PAGE));
      }
      lastPage = page;
      isLastZero = isZero;
    }

    private boolean isZero(long page) throws IOException {
      return tensor.file().examine(window -> isZero(window.bytes(page, PAGE), 0));
    }

    private static boolean isZero(MemorySegment bytes, long offset) {
      return bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, offset) == 0
          && MemorySegment.mismatch(bytes, offset, offset + PAGE, ZEROS, 0, PAGE) == NOT_DIFFERENT;
    }

    private void addPiece(ByteRange piece) {
      if (!pieces.isEmpty() && pieces.getLast().end() == piece.begin()) {
        pieces.add(new ByteRange(pieces.removeLast().begin(), piece.end()));
      } else if (pieces.size() < MAX_PIECES) {
        pieces.add(piece);
      }
    }

    void merge(PageRuns other) {
      pageCount += other.pageCount;
      runCount += other.runCount;
      List<ByteRange> copy = List.copyOf(pieces);
      pieces.clear();
      Stream.concat(copy.stream(), other.pieces.stream())
          .sorted(Comparator.comparingLong(ByteRange::begin))
          .forEach(this::addPiece);
    }

    ZeroPages zeroPages() {
      if (pageCount == 0) {
        return ZeroPages.NONE;
      }
      int listedCount = Math.min(pieces.size(), ZeroPages.MAX_RUNS);
      // A download may fill the page before the border of two chunks between its two reads, which
      // makes runCount wrong, so the pieces take precedence.
      long runs = listedCount < ZeroPages.MAX_RUNS ? listedCount : Math.max(listedCount, runCount);
      return new ZeroPages(pageCount, runs, pieces.subList(0, listedCount));
    }
  }
}
