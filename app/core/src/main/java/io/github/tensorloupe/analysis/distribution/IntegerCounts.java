package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

final class IntegerCounts extends BucketCounts {

  private static final int TILE = MomentSums.TILE;

  private final int unusedBits;

  /// Maps unsigned to signed order: the sign bit for `U64`, otherwise 0.
  private final long flip;

  private final long[] tile = new long[TILE];
  private final double[] numbers = new double[TILE];
  private final double[] rests = new double[TILE];

  IntegerCounts(ElementType type) {
    super(type, TILE, 0);
    boolean isSigned = type.dtype().kind() == Dtype.Kind.SIGNED;
    unusedBits = isSigned ? Long.SIZE - type.partBits() : 0;
    flip = type.dtype() == Dtype.U64 ? Long.MIN_VALUE : 0;
  }

  @Override
  void addTile(MemorySegment bytes, int begin, int length) {
    type.codes(bytes, begin, tile, length);
    measure(length);
    for (int i = 0; i < length; i++) {
      long value = tile[i];
      long rest = value & moments.restMask;
      numbers[i] = type.toDouble(value - rest);
      rests[i] = rest;
      countByBucket[buckets.index(value)]++;
    }
    moments.add(numbers, rests, length, 1);
  }

  private void measure(int length) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int i = 0; i < length; i++) {
      long value = tile[i] << unusedBits >> unusedBits;
      tile[i] = value;
      low = Math.min(low, value ^ flip);
      high = Math.max(high, value ^ flip);
    }
    includeRange(low, high);
  }

  @Override
  long rank(long ordered) {
    return buckets.zeroRank + (ordered ^ flip);
  }
}
