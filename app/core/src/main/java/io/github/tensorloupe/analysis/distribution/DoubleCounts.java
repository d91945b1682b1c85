package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;

/// Counts the numbers of `F64`.
final class DoubleCounts implements PartCounts {

  private static final int TILE = 2048;
  private static final int KEY_BITS = 19;
  private static final int KEY_SHIFT = Long.SIZE - KEY_BITS;
  private static final long MAGNITUDE_MASK = Long.MAX_VALUE;
  private static final long SMALLEST_NORMAL = 1L << Doubles.FRACTION_BITS;
  private static final long INFINITY = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

  private final ElementType type;
  private final long[] tile = new long[TILE];
  private final long[] countByKey = new long[1 << KEY_BITS];
  private final DoubleMoments moments = new DoubleMoments();
  private final Subnormals subnormals = new Subnormals();
  private final NonFinite nonFinite = new NonFinite();

  /// The range, as ordered bits.
  private long min = Long.MAX_VALUE;

  private long max = Long.MIN_VALUE;

  DoubleCounts(ElementType type) {
    this.type = type;
  }

  @Override
  public void add(Chunk chunk) {
    for (int begin = 0; begin < chunk.partCount(); begin += TILE) {
      int length = Math.min(TILE, chunk.partCount() - begin);
      type.codes(chunk.bytes(), begin, tile, length);
      addTile(length);
    }
  }

  private void addTile(int length) {
    int count = keepOrdinary(length);
    for (int i = 0; i < count; i++) {
      countByKey[(int) (tile[i] >>> KEY_SHIFT)]++;
    }
    moments.add(tile, count);
  }

  /// Counts what is neither normal nor zero apart, and moves the rest of the tile together.
  private int keepOrdinary(int length) {
    long[] multiples = null;
    int removed = 0;
    int kept = 0;
    for (int i = 0; i < length; i++) {
      long bits = tile[i];
      long magnitude = bits & MAGNITUDE_MASK;
      if (magnitude >= INFINITY) {
        nonFinite.add(Double.longBitsToDouble(bits));
        continue;
      }
      min = Math.min(min, ordered(bits));
      max = Math.max(max, ordered(bits));
      if (magnitude >= SMALLEST_NORMAL || magnitude == 0) {
        tile[kept++] = bits;
      } else {
        multiples = multiples == null ? new long[length] : multiples;
        multiples[removed++] = bits < 0 ? -magnitude : magnitude;
      }
    }
    subnormals.add(multiples, removed);
    return kept;
  }

  /// Bits as a signed integer that ascends with the number; doing it twice gives the bits again.
  private static long ordered(long bits) {
    return bits ^ bits >> 63 >>> 1;
  }

  @Override
  public void merge(PartCounts other) {
    DoubleCounts from = (DoubleCounts) other;
    nonFinite.merge(from.nonFinite);
    min = Math.min(min, from.min);
    max = Math.max(max, from.max);
    moments.merge(from.moments);
    subnormals.merge(from.subnormals);
    for (int key = 0; key < countByKey.length; key++) {
      countByKey[key] += from.countByKey[key];
    }
  }

  @Override
  public Distribution distribution() {
    return new LeadingBits(
            type, countByKey, subnormals, nonFinite, ordered(min), ordered(max), moments.moments())
        .distribution();
  }
}
