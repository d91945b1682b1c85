package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;

final class DoubleCounts extends BucketCounts {

  private static final int TILE = MomentSums.TILE;

  private static final int KEY_BITS = 19;
  private static final int KEY_SHIFT = Long.SIZE - KEY_BITS;

  private final long[] bits = new long[TILE];
  private final double[] tile = new double[TILE];
  private final double[] rests = new double[TILE];

  DoubleCounts(ElementType type) {
    super(type, TILE, KEY_BITS);
  }

  @Override
  void addTile(MemorySegment bytes, int begin, int length) {
    type.codes(bytes, begin, bits, length);
    long largest = measure(length);
    for (int i = 0; i < length; i++) {
      double value = Double.longBitsToDouble(bits[i]);
      if (largest >= 0) {
        pendingByKey[(int) (bits[i] >>> KEY_SHIFT)]++;
        tile[i] = value;
      } else if (count(ordered(bits[i]), 1)) {
        moments.add(value, 0, 1);
      }
    }
    if (largest >= 0) {
      moments.add(tile, rests, length, Double.longBitsToDouble(largest));
    }
  }

  private long measure(int length) {
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

  private static long ordered(long bits) {
    return bits ^ bits >> 63 >>> 1;
  }
}
