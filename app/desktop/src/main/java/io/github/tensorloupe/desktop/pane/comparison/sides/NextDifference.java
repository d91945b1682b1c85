package io.github.tensorloupe.desktop.pane.comparison.sides;

import module java.base;

import io.github.tensorloupe.compare.PairedElements;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Finds the next element in which two tensors differ. Thread-safe. Its methods block.
public final class NextDifference {

  private static final int BLOCK_ELEMENTS = 1 << 16;

  private final PairedElements elements;

  /// @param pair a pair of tensors of the same shape that both have bytes in their files
  public NextDifference(TensorPair pair) {
    elements = PairedElements.of(pair).orElseThrow();
  }

  /// Returns the first differing element at or after an index, or empty if there is none. Elements
  /// differ in their bits or, if the dtypes are different, in their values.
  ///
  /// @param elementIndex 0 to the number of elements
  public OptionalLong from(long elementIndex, Cancellation cancellation, Progress progress)
      throws IOException {
    return search(
        elementIndex, elements.count(), true, PairedElements.EVERY_BIT, cancellation, progress);
  }

  /// Returns the last differing element before an index, or empty if there is none.
  public OptionalLong before(long elementIndex, Cancellation cancellation, Progress progress)
      throws IOException {
    long end = Math.min(elementIndex, elements.count());
    return search(0, end, false, PairedElements.EVERY_BIT, cancellation, progress);
  }

  /// Returns the first element at or after an index in which the given bit differs in the code of
  /// any part, or empty if there is none.
  ///
  /// @param bit counted from the lowest; both tensors have the same dtype
  public OptionalLong bitFrom(
      int bit, long elementIndex, Cancellation cancellation, Progress progress) throws IOException {
    return search(elementIndex, elements.count(), true, 1L << bit, cancellation, progress);
  }

  private OptionalLong search(
      long begin,
      long end,
      boolean forwards,
      long bits,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    long blockCount = Math.ceilDiv(end - begin, BLOCK_ELEMENTS);
    for (long i = 0; i < blockCount; i++) {
      cancellation.check();
      long first = begin + (forwards ? i : blockCount - 1 - i) * BLOCK_ELEMENTS;
      BitSet found = elements.changed(first, (int) Math.min(BLOCK_ELEMENTS, end - first), bits);
      if (!found.isEmpty()) {
        return OptionalLong.of(first + (forwards ? found.nextSetBit(0) : found.length() - 1));
      }
      progress.report(i + 1, blockCount);
    }
    return OptionalLong.empty();
  }
}
