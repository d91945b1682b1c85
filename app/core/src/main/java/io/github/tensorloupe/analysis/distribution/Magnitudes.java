package io.github.tensorloupe.analysis.distribution;

/// Buckets of unsigned integers by bit length and the next 8 bits, numbered from 0 without gaps.
/// Integers of up to 9 bits have a bucket of their own each.
final class Magnitudes {

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
