package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;

/// Counts `F64` values by their leading bits.
final class DoubleCounts extends LeadingBitCounts {

  private static final int TILE = MomentSums.TILE;
  private static final int KEY_BITS = 19;
  private static final int KEY_SHIFT = Long.SIZE - KEY_BITS;

  private final long[] bits = new long[TILE];
  private final double[] tile = new double[TILE];
  private final double[] rests = new double[TILE];

  DoubleCounts(ElementType type) {
    super(type, KEY_BITS, Double.PRECISION - 1);
  }

  @Override
  public void add(Chunk chunk) {
    moments.begin(chunk.byteOffset());
    for (int begin = 0; begin < chunk.partCount(); begin += TILE) {
      int length = Math.min(TILE, chunk.partCount() - begin);
      type.codes(chunk.bytes(), begin, bits, length);
      addTile(length);
    }
  }

  private void addTile(int length) {
    long largest = includeOrdinary(length);
    if (largest >= 0) {
      for (int i = 0; i < length; i++) {
        countByKey[(int) (bits[i] >>> KEY_SHIFT)]++;
        tile[i] = Double.longBitsToDouble(bits[i]);
      }
      moments.add(tile, rests, length, Double.longBitsToDouble(largest));
    } else {
      for (int i = 0; i < length; i++) {
        addOne(bits[i]);
      }
    }
  }

  private long includeOrdinary(int length) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    long smallestMinusOne = Long.MAX_VALUE;
    for (int i = 0; i < length; i++) {
      long ordered = ordered(bits[i]);
      low = Math.min(low, ordered);
      high = Math.max(high, ordered);
      // Subtracting 1 maps zero to the largest magnitude, so that zeros do not affect the minimum.
      smallestMinusOne =
          Math.min(smallestMinusOne, (bits[i] & Long.MAX_VALUE) - 1 & Long.MAX_VALUE);
    }
    return includeOrdinary(low, high, smallestMinusOne);
  }

  private void addOne(long code) {
    if (countUnlessOrdinary(ordered(code), 1)) {
      countByKey[(int) (code >>> KEY_SHIFT)]++;
      moments.add(Double.longBitsToDouble(code), 0, 1);
    }
  }

  private static long ordered(long bits) {
    return bits ^ bits >> 63 >>> 1;
  }

  @Override
  void settle() {}
}
