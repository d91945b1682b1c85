package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Looks for the next place where two tensors differ. Thread-safe; blocks.
public final class NextDifference {

  private static final long ANY_BIT = -1;
  private static final long BLOCK_BYTES = 1 << 20;

  /// Whole tiles, and so whole bytes on both sides.
  private static final long BLOCK_ELEMENTS = 1 << 16;

  private final TensorData a;
  private final TensorData b;
  private final PairedElements elements;

  /// @param pair of which both tensors have bytes in their files
  public NextDifference(TensorPair pair) {
    a = pair.a().orElseThrow().data().orElseThrow();
    b = pair.b().orElseThrow().data().orElseThrow();
    elements = new PairedElements(a, b);
  }

  /// The first element at an index or behind that differs: in its bits or, with different dtypes,
  /// in its value; empty where none does.
  ///
  /// @param elementIndex 0 to the number of elements; the tensors have one shape
  public OptionalLong from(long elementIndex, Cancellation cancellation, Progress progress)
      throws IOException {
    return elements(elementIndex, true).search(cancellation, progress);
  }

  /// The last element before an index that differs.
  public OptionalLong before(long elementIndex, Cancellation cancellation, Progress progress)
      throws IOException {
    return elements(elementIndex, false).search(cancellation, progress);
  }

  /// The first element at an index or behind in which one bit of its code differs, of whatever
  /// part; empty where none does.
  ///
  /// @param bit counted from the lowest; the tensors have one dtype
  public OptionalLong bitFrom(
      int bit, long elementIndex, Cancellation cancellation, Progress progress) throws IOException {
    Block block = (begin, count) -> elementsIn(begin, count, 1L << bit);
    return elements(elementIndex, true, block).search(cancellation, progress);
  }

  /// The first byte at an offset or behind that differs, whatever the dtypes; where one tensor is
  /// longer, the rest of it differs.
  ///
  /// @param byteOffset from the first byte of both tensors
  public OptionalLong byteFrom(long byteOffset, Cancellation cancellation, Progress progress)
      throws IOException {
    OptionalLong found = bytes(byteOffset, true).search(cancellation, progress);
    long end = Math.max(byteOffset, commonBytes());
    return found.isPresent() || end >= longest() ? found : OptionalLong.of(end);
  }

  /// The last byte before an offset that differs.
  public OptionalLong byteBefore(long byteOffset, Cancellation cancellation, Progress progress)
      throws IOException {
    return byteOffset > commonBytes()
        ? OptionalLong.of(Math.min(byteOffset, longest()) - 1)
        : bytes(byteOffset, false).search(cancellation, progress);
  }

  private long commonBytes() {
    return Math.min(a.range().byteCount(), b.range().byteCount());
  }

  private long longest() {
    return Math.max(a.range().byteCount(), b.range().byteCount());
  }

  private Search bytes(long from, boolean forwards) {
    return new Search(from, commonBytes(), BLOCK_BYTES, forwards, this::bytesIn);
  }

  private Search elements(long from, boolean forwards) {
    return elements(from, forwards, (begin, count) -> elementsIn(begin, count, ANY_BIT));
  }

  private Search elements(long from, boolean forwards, Block block) {
    long count = Math.min(a.elementCount(), b.elementCount());
    return new Search(from, count, BLOCK_ELEMENTS, forwards, block);
  }

  /// Finds the places in a block that differ.
  private interface Block {
    BitSet differences(long begin, int count) throws IOException;
  }

  /// @param from the place where the search begins; backwards, it ends before it
  private record Search(long from, long count, long blockSize, boolean forwards, Block block) {

    OptionalLong search(Cancellation cancellation, Progress progress) throws IOException {
      long begin = forwards ? from : 0;
      long end = forwards ? count : Math.min(from, count);
      long first = begin / blockSize;
      long last = Math.ceilDiv(end, blockSize) - 1;
      for (long i = 0; i <= last - first; i++) {
        cancellation.check();
        long at = (forwards ? first + i : last - i) * blockSize;
        BitSet found = block.differences(at, (int) Math.min(blockSize, count - at));
        found.clear(0, (int) Math.max(0, begin - at));
        found.clear((int) Math.min(blockSize, end - at), (int) blockSize);
        if (!found.isEmpty()) {
          return OptionalLong.of(at + (forwards ? found.nextSetBit(0) : found.length() - 1));
        }
        progress.report(i + 1, last - first + 1);
      }
      return OptionalLong.empty();
    }
  }

  private BitSet bytesIn(long begin, int count) throws IOException {
    return PairChunks.examine(
        a,
        b,
        begin,
        count,
        begin,
        count,
        (left, right) -> {
          BitSet found = new BitSet();
          if (left.mismatch(right) >= 0) {
            for (int i = 0; i < count; i++) {
              found.set(
                  i, left.get(ValueLayout.JAVA_BYTE, i) != right.get(ValueLayout.JAVA_BYTE, i));
            }
          }
          return found;
        });
  }

  private BitSet elementsIn(long begin, int count, long bits) throws IOException {
    PairedElements.Block read = elements.read(begin, count);
    BitSet found = new BitSet();
    if (!read.isSame()) {
      IntStream.range(0, count)
          .filter(i -> bits == ANY_BIT ? read.isChanged(i) : read.isChanged(i, bits))
          .forEach(found::set);
    }
    return found;
  }
}
