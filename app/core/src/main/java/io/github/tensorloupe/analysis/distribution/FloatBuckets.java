package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.analysis.distribution.IntegerBuckets.Magnitudes;
import io.github.tensorloupe.element.ElementType;

/// Buckets of the finite values of `F32`, `F64` or the parts of `C64`: by sign, exponent and the
/// next 7 bits, subnormal ones by bit length and the next 8 bits; with one bucket for zero.
///
/// So every bucket but that of zero is narrower than 1/128 of its values, and buckets of a narrower
/// dtype lie each within one of a wider.
final class FloatBuckets implements Buckets {

  private static final int NEXT_BITS = 7;

  private final int mantissaBits;
  private final long zeroRank;

  /// The buckets of subnormal magnitudes, and the first above them.
  private final int subnormalCount;

  private final int zeroKey;

  private FloatBuckets(int bits, int mantissaBits) {
    this.mantissaBits = mantissaBits;
    zeroRank = 1L << bits - 1;
    subnormalCount = Magnitudes.count(mantissaBits);
    zeroKey = subnormalCount + (1 << bits - 1 - mantissaBits + NEXT_BITS);
  }

  static FloatBuckets of(ElementType type) {
    return type.partBits() == Float.SIZE
        ? new FloatBuckets(Float.SIZE, Float.PRECISION - 1)
        : new FloatBuckets(Double.SIZE, Double.PRECISION - 1);
  }

  long zeroRank() {
    return zeroRank;
  }

  /// The key of the bucket that holds zero and nothing else.
  int zeroKey() {
    return zeroKey;
  }

  /// The number of keys from that of zero to the first of a normal number, on either side.
  int subnormalCount() {
    return subnormalCount;
  }

  @Override
  public long key(long rank) {
    long offset = rank - zeroRank;
    return Long.compareUnsigned(rank, zeroRank) >= 0
        ? zeroKey + bucket(offset)
        : zeroKey - bucket(~offset);
  }

  private int bucket(long magnitude) {
    return magnitude >>> mantissaBits == 0
        ? Magnitudes.bucket(magnitude)
        : subnormalCount + (int) (magnitude >>> mantissaBits - NEXT_BITS) - (1 << NEXT_BITS);
  }

  @Override
  public long first(long key) {
    int distance = (int) key - zeroKey;
    return distance < 0 ? zeroRank - 1 - lastOf(-distance) : zeroRank + firstOf(distance);
  }

  @Override
  public long last(long key) {
    int distance = (int) key - zeroKey;
    return distance < 0 ? zeroRank - 1 - firstOf(-distance) : zeroRank + lastOf(distance);
  }

  private long firstOf(int bucket) {
    return bucket < subnormalCount
        ? Magnitudes.first(bucket)
        : (long) (bucket - subnormalCount + (1 << NEXT_BITS)) << mantissaBits - NEXT_BITS;
  }

  private long lastOf(int bucket) {
    return bucket < subnormalCount
        ? Magnitudes.last(bucket)
        : firstOf(bucket) + (1L << mantissaBits - NEXT_BITS) - 1;
  }
}
