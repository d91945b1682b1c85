package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Buckets of integers, or of the finite values of `F32`, `F64` or the parts of `C64`, by sign and
/// magnitude: integers and subnormal numbers by bit length and the next 8 bits, normal numbers by
/// exponent and the next 7 bits. Zero has a bucket of its own; keys have no gaps.
///
/// So every bucket but that of zero is narrower than 1/128 of its values, and buckets of a narrower
/// dtype lie each within one of a wider.
final class MagnitudeBuckets implements Buckets {

  private static final int NEXT_BITS = 8;
  private static final int INTEGERS = count(Long.SIZE);

  /// The bits behind the exponent; [Long#SIZE] where magnitudes have none.
  private final int fractionBits;

  /// The buckets of magnitudes without an exponent, that of zero among them.
  final int subnormalCount;

  final long zeroRank;

  /// The key of the bucket that holds zero and nothing else.
  final int zeroKey;

  /// The rank of the negative value of the smallest magnitude is this much further from that of
  /// zero: −0 has a rank of its own.
  private final int negativeGap;

  /// All bits if there are negative values, or else none.
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

  /// The key of an integer, unsigned where there are no negative ones; also its index among all.
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
    // The largest negative magnitude is the first of its bucket; no number has the others.
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

  /// The number of buckets for magnitudes of so many bits, more than 8, by length.
  private static int count(int bits) {
    return bits - NEXT_BITS + 1 << NEXT_BITS;
  }

  /// The bucket of a magnitude by bit length and the next 8 bits; those of up to 9 bits have a
  /// bucket of their own each.
  private static int bucketByLength(long magnitude) {
    int shift = Math.max(0, Long.SIZE - NEXT_BITS - 1 - Long.numberOfLeadingZeros(magnitude));
    return (shift << NEXT_BITS) + (int) (magnitude >>> shift);
  }

  private static int shift(int bucket) {
    return Math.max(0, (bucket >> NEXT_BITS) - 1);
  }
}
