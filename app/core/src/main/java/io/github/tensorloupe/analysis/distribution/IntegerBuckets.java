package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Buckets of integers: by sign, bit length and the next 8 bits. Keys are also indices, from 0 on
/// without gaps.
final class IntegerBuckets implements Buckets {

  private final long signMask;
  private final int zeroKey;

  /// The rank of 0.
  private final long zeroRank;

  private IntegerBuckets(boolean signed, int bits) {
    signMask = signed ? -1 : 0;
    zeroKey = signed ? Magnitudes.COUNT : 0;
    zeroRank = signed ? 1L << bits - 1 : 0;
  }

  static IntegerBuckets of(ElementType type) {
    return new IntegerBuckets(type.dtype().kind() == Dtype.Kind.SIGNED, type.partBits());
  }

  int size() {
    return zeroKey + Magnitudes.COUNT;
  }

  /// The bucket of a number, unsigned where these buckets are.
  int index(long value) {
    long sign = value >> 63 & signMask;
    int bucket = Magnitudes.bucket((value ^ sign) - sign);
    return zeroKey + (bucket ^ (int) sign) - (int) sign;
  }

  @Override
  public long key(long rank) {
    return index(rank - zeroRank);
  }

  @Override
  public long first(long key) {
    int distance = (int) key - zeroKey;
    if (distance >= 0) {
      return zeroRank + Magnitudes.first(distance);
    }
    // The largest negative magnitude is the first of its bucket; no number has the others.
    long last = Magnitudes.last(-distance);
    return Long.compareUnsigned(last, zeroRank) > 0 ? 0 : zeroRank - last;
  }

  @Override
  public long last(long key) {
    int distance = (int) key - zeroKey;
    return zeroRank + (distance < 0 ? -Magnitudes.first(-distance) : Magnitudes.last(distance));
  }

  /// Buckets of unsigned integers by bit length and the next 8 bits, numbered from 0 without gaps.
  /// Integers of up to 9 bits have a bucket of their own each.
  static final class Magnitudes {

    private static final int NEXT_BITS = 8;

    /// The number of buckets for 64 bits.
    static final int COUNT = count(Long.SIZE);

    private Magnitudes() {}

    /// The number of buckets for integers of so many bits, more than 8.
    static int count(int bits) {
      return bits - NEXT_BITS + 1 << NEXT_BITS;
    }

    /// The bucket of an integer.
    static int bucket(long magnitude) {
      int shift = Math.max(0, Long.SIZE - NEXT_BITS - 1 - Long.numberOfLeadingZeros(magnitude));
      return (shift << NEXT_BITS) + (int) (magnitude >>> shift);
    }

    /// The smallest integer in a bucket.
    static long first(int bucket) {
      int shift = shift(bucket);
      return (long) (bucket - (shift << NEXT_BITS)) << shift;
    }

    /// The largest integer in a bucket.
    static long last(int bucket) {
      return first(bucket) + (1L << shift(bucket)) - 1;
    }

    private static int shift(int bucket) {
      return Math.max(0, (bucket >> NEXT_BITS) - 1);
    }
  }
}
