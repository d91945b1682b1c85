package io.github.tensorloupe.analysis.distribution;

/// The pieces of a finite double, given by its bits: `±significand · 2^exponent`.
final class Doubles {

  /// The exponent of the smallest subnormal number.
  static final int LOWEST_EXPONENT = Double.MIN_EXPONENT - Double.PRECISION + 1;

  static final int FRACTION_BITS = Double.PRECISION - 1;
  static final long FRACTION_MASK = (1L << FRACTION_BITS) - 1;
  static final int EXPONENT_MASK = 0x7ff;

  private Doubles() {}

  static long significand(long bits) {
    long biased = biasedExponent(bits);
    return bits & FRACTION_MASK | -biased >>> 63 << FRACTION_BITS;
  }

  static int exponent(long bits) {
    return Math.max(biasedExponent(bits), 1) - 1 + LOWEST_EXPONENT;
  }

  static int biasedExponent(long bits) {
    return (int) (bits >>> FRACTION_BITS) & EXPONENT_MASK;
  }
}
