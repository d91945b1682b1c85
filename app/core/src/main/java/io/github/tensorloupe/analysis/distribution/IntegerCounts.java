package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Counts integers of 32 or 64 bits by bucket.
final class IntegerCounts extends BucketCounts {

  private static final int TILE = MomentSums.TILE;

  private final int unusedBits;

  /// The XOR mask that maps unsigned to signed order: the sign bit for `U64`, otherwise 0.
  private final long flip;

  private final long[] tile = new long[TILE];
  private final double[] numbers = new double[TILE];
  private final double[] rests = new double[TILE];

  IntegerCounts(ElementType type) {
    super(type, 0);
    boolean signed = type.dtype().kind() == Dtype.Kind.SIGNED;
    unusedBits = signed ? Long.SIZE - type.partBits() : 0;
    flip = type.dtype() == Dtype.U64 ? Long.MIN_VALUE : 0;
  }

  @Override
  public void add(Chunk chunk) {
    moments.begin(chunk.byteOffset());
    for (int begin = 0; begin < chunk.partCount(); begin += TILE) {
      int length = Math.min(TILE, chunk.partCount() - begin);
      type.codes(chunk.bytes(), begin, tile, length);
      measure(length);
      addTile(length);
    }
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

  private void addTile(int length) {
    for (int i = 0; i < length; i++) {
      long value = tile[i];
      long rest = value & moments.restMask;
      numbers[i] = type.toDouble(value - rest);
      rests[i] = rest;
      countByBucket[buckets.index(value)]++;
    }
    moments.add(numbers, rests, length, 1);
  }

  @Override
  long rank(long ordered) {
    return buckets.zeroRank + (ordered ^ flip);
  }
}
