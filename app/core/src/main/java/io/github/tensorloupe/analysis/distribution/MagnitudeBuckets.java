package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Buckets of integers, or of the finite values of `F32`, `F64` or the parts of `C64`, by sign and
/// magnitude: integers and subnormal numbers by bit length and the next 8 bits, normal numbers by
/// exponent and the next 7 bits. Zero has a separate bucket. Keys have no gaps.
///
/// Therefore, every bucket except the zero bucket is narrower than 1/128 of its values, and each
/// bucket of a narrower dtype is contained in one bucket of a wider dtype.
final class MagnitudeBuckets implements Buckets {

  private static final int NEXT_BITS = 8;
  private static final int INTEGERS = count(Long.SIZE);

  /// The number of fraction bits; [Long#SIZE] for integers.
  private final int fractionBits;

  /// The number of buckets for zero and subnormal magnitudes; for integers, for all magnitudes.
  private final int subnormalCount;

  /// 1 if −0 has a rank, otherwise 0.
  private final int negativeGap;

  /// All ones for dtypes with negative values, otherwise 0.
  private final long signMask;

  final long zeroRank;
  final int zeroKey;

  private MagnitudeBuckets(int fractionBits, int bits, boolean isSigned) {
    this.fractionBits = fractionBits;
    boolean isFloat = fractionBits < Long.SIZE;
    subnormalCount = isFloat ? count(fractionBits) : INTEGERS;
    zeroRank = isSigned ? 1L << bits - 1 : 0;
    zeroKey =
        isFloat
            ? subnormalCount + (1 << bits - 1 - fractionBits + NEXT_BITS - 1)
            : isSigned ? INTEGERS : 0;
    negativeGap = isFloat ? 1 : 0;
    signMask = isSigned ? -1 : 0;
  }

  static MagnitudeBuckets of(ElementType type) {
    if (type.isInteger()) {
      boolean isSigned = type.dtype().kind() == Dtype.Kind.SIGNED;
      return new MagnitudeBuckets(Long.SIZE, type.partBits(), isSigned);
    }
    int precision = type.partBits() == Float.SIZE ? Float.PRECISION : Double.PRECISION;
    return new MagnitudeBuckets(precision - 1, type.partBits(), true);
  }

  /// Returns an upper bound of the keys, exclusive.
  int size() {
    return zeroKey + (fractionBits == Long.SIZE ? INTEGERS : zeroKey + 1);
  }

  boolean isSubnormal(int key) {
    return fractionBits < Long.SIZE && key != zeroKey && Math.abs(key - zeroKey) < subnormalCount;
  }

  /// Returns the key of an integer, which is also the index of the bucket.
  ///
  /// @param value signed, or unsigned if the dtype is unsigned
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
    // The magnitude of the lowest integer is the only one in its bucket.
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

  /// Returns the number of buckets for magnitudes of up to `bits` bits, at least 9.
  private static int count(int bits) {
    return bits - NEXT_BITS + 1 << NEXT_BITS;
  }

  /// Returns the bucket of a magnitude, which depends on the bit length and the 8 bits after the
  /// highest. Each magnitude of up to 9 bits has its own bucket.
  private static int bucketByLength(long magnitude) {
    int shift = Math.max(0, Long.SIZE - NEXT_BITS - 1 - Long.numberOfLeadingZeros(magnitude));
    return (shift << NEXT_BITS) + (int) (magnitude >>> shift);
  }

  private static int shift(int bucket) {
    return Math.max(0, (bucket >> NEXT_BITS) - 1);
  }
}
