package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Buckets of integers, or of the finite values of `F32`, `F64` or the parts of `C64`, by sign and
/// magnitude: integers and subnormal numbers by bit length and the next 8 bits, normal numbers by
/// exponent and the next 7 bits. Zero has a separate bucket. Keys have no gaps.
///
/// Every bucket except the zero bucket is therefore narrower than 1/128 of its values, and each
/// bucket of a narrower dtype is inside one bucket of a wider dtype.
final class MagnitudeBuckets implements Buckets {

  private static final int NEXT_BITS = 8;
  private static final int INTEGERS = count(Long.SIZE);

  /// The number of bits after the exponent; [Long#SIZE] if magnitudes have no exponent.
  private final int fractionBits;

  /// The number of buckets of magnitudes without an exponent, including zero.
  final int subnormalCount;

  final long zeroRank;

  /// The key of the bucket that contains only zero.
  final int zeroKey;

  /// The additional distance of the ranks of negative values from zero: 1 if −0 has a rank,
  /// otherwise 0.
  private final int negativeGap;

  /// All bits if there are negative values, otherwise 0.
  private final long signMask;

  private MagnitudeBuckets(int fractionBits, int bits, boolean signed) {
    this.fractionBits = fractionBits;
    boolean floats = fractionBits < Long.SIZE;
    subnormalCount = floats ? count(fractionBits) : INTEGERS;
    zeroRank = signed ? 1L << bits - 1 : 0;
    zeroKey =
        floats
            ? subnormalCount + (1 << bits - 1 - fractionBits + NEXT_BITS - 1)
            : signed ? INTEGERS : 0;
    negativeGap = floats ? 1 : 0;
    signMask = signed ? -1 : 0;
  }

  static MagnitudeBuckets of(ElementType type) {
    if (type.isInteger()) {
      boolean signed = type.dtype().kind() == Dtype.Kind.SIGNED;
      return new MagnitudeBuckets(Long.SIZE, type.partBits(), signed);
    }
    int precision = type.partBits() == Float.SIZE ? Float.PRECISION : Double.PRECISION;
    return new MagnitudeBuckets(precision - 1, type.partBits(), true);
  }

  int size() {
    return zeroKey + INTEGERS;
  }

  /// Returns the key of an integer, which is unsigned if all values are nonnegative. The key is
  /// also the index among all buckets.
  int index(long value) {
    long sign = value >> 63 & signMask;
    int bucket = bucketByLength((value ^ sign) - sign);
    return zeroKey + (bucket ^ (int) sign) - (int) sign;
  }

  @Override
  public long key(long rank) {
    long offset = rank - zeroRank;
    return Long.compareUnsigned(rank, zeroRank) >= 0
        ? zeroKey + bucket(offset)
        : zeroKey - bucket(-offset - negativeGap);
  }

  @Override
  public long first(long key) {
    int distance = (int) key - zeroKey;
    if (distance >= 0) {
      return zeroRank + firstOf(distance);
    }
    // The largest negative magnitude is the first of its bucket; the others do not occur.
    long last = lastOf(-distance) + negativeGap;
    return Long.compareUnsigned(last, zeroRank) > 0 ? 0 : zeroRank - last;
  }

  @Override
  public long last(long key) {
    int distance = (int) key - zeroKey;
    return distance < 0 ? zeroRank - negativeGap - firstOf(-distance) : zeroRank + lastOf(distance);
  }

  private int bucket(long magnitude) {
    return fractionBits == Long.SIZE || magnitude >>> fractionBits == 0
        ? bucketByLength(magnitude)
        : subnormalCount + (int) (magnitude >>> normalShift()) - (1 << NEXT_BITS - 1);
  }

  private long firstOf(int bucket) {
    return bucket < subnormalCount
        ? (long) (bucket - (shift(bucket) << NEXT_BITS)) << shift(bucket)
        : bucket - subnormalCount + (1L << NEXT_BITS - 1) << normalShift();
  }

  private long lastOf(int bucket) {
    return firstOf(bucket) + (1L << (bucket < subnormalCount ? shift(bucket) : normalShift())) - 1;
  }

  private int normalShift() {
    return fractionBits - NEXT_BITS + 1;
  }

  /// Returns the number of buckets for magnitudes of a number of bits, more than 8, by length.
  private static int count(int bits) {
    return bits - NEXT_BITS + 1 << NEXT_BITS;
  }

  /// Returns the bucket of a magnitude by bit length and the next 8 bits. Each magnitude of up to 9
  /// bits has a separate bucket.
  private static int bucketByLength(long magnitude) {
    int shift = Math.max(0, Long.SIZE - NEXT_BITS - 1 - Long.numberOfLeadingZeros(magnitude));
    return (shift << NEXT_BITS) + (int) (magnitude >>> shift);
  }

  private static int shift(int bucket) {
    return Math.max(0, (bucket >> NEXT_BITS) - 1);
  }
}
