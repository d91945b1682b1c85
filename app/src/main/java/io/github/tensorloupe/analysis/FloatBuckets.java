package io.github.tensorloupe.analysis;

/// Buckets of finite doubles: by sign, exponent and the next 7 bits, with one bucket for zero.
///
/// Indices ascend with the numbers. Subnormal doubles are treated as if their exponent went on
/// below, so that every bucket but that of zero is narrower than 1/128 of its numbers.
final class FloatBuckets {

  private static final int NEXT_BITS = 7;
  private static final int FRACTION_BITS = Double.PRECISION - 1;
  private static final int KEY_SHIFT = FRACTION_BITS - NEXT_BITS;
  private static final int NEXT_COUNT = 1 << NEXT_BITS;
  private static final int BIAS = Double.MAX_EXPONENT;
  private static final long MAGNITUDE_MASK = Long.MAX_VALUE;

  /// By how many powers of two subnormal doubles are made larger to become normal.
  private static final int LIFT = 64;

  private final int lowestKey;
  private final int zeroIndex;

  /// Buckets for the numbers of one dtype.
  ///
  /// @param lowestExponent of 2, of the smallest number
  /// @param highestExponent of 2, of the largest number
  FloatBuckets(int lowestExponent, int highestExponent) {
    lowestKey = lowestExponent + BIAS << NEXT_BITS;
    zeroIndex = highestExponent - lowestExponent + 1 << NEXT_BITS;
  }

  int size() {
    return 2 * zeroIndex + 1;
  }

  int zeroIndex() {
    return zeroIndex;
  }

  /// The bucket of a finite number given by its bits.
  int index(long bits) {
    long magnitude = bits & MAGNITUDE_MASK;
    // Zeros are told apart without a branch: where they are mixed with numbers, none could be
    // foreseen.
    int notZero = (int) (-magnitude >> 63);
    int key = (int) (magnitude >>> KEY_SHIFT);
    if (magnitude - 1 >>> FRACTION_BITS == 0) {
      key = liftedKey(magnitude);
    }
    int distance = key - lowestKey + 1 & notZero;
    int sign = (int) (bits >> 63);
    return zeroIndex + (distance ^ sign) - sign;
  }

  private static int liftedKey(long magnitude) {
    double lifted = Double.longBitsToDouble(magnitude) * 0x1p64;
    return (int) (Double.doubleToRawLongBits(lifted) >>> KEY_SHIFT) - (LIFT << NEXT_BITS);
  }

  /// How many buckets a number is away from zero.
  int distance(double value) {
    return index(Double.doubleToRawLongBits(Math.abs(value))) - zeroIndex;
  }

  /// A number that is within 1/256 of all numbers in a bucket, relatively: the harmonic mean of its
  /// ends.
  double representative(int index) {
    if (index == zeroIndex) {
      return 0;
    }
    int key = Math.abs(index - zeroIndex) - 1 + lowestKey;
    double begin = NEXT_COUNT + (key & NEXT_COUNT - 1);
    double mean = 2 * begin * (begin + 1) / (2 * begin + 1);
    int exponent = (key >> NEXT_BITS) - BIAS;
    return Math.scalb(mean, exponent - NEXT_BITS) * Integer.signum(index - zeroIndex);
  }
}
