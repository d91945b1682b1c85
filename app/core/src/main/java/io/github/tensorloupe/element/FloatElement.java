package io.github.tensorloupe.element;

import module java.base;

import io.github.tensorloupe.format.Dtype;

/// Floating-point dtypes, including `C64`.
final class FloatElement extends ElementType {

  /// The maximum number of digits of an exact text; 65504, the largest `F16`, has five.
  private static final int SHORT_DIGITS = 5;

  /// The maximum relative error of a text: 0.2 %, the precision of `BF16`. For coarser dtypes,
  /// fewer digits would identify the code, but be misleading.
  private static final double TEXT_PRECISION = 0x1p-9;

  private static final RoundingMode[] ROUNDINGS = {
    RoundingMode.HALF_EVEN, RoundingMode.DOWN, RoundingMode.UP
  };

  /// The encoding of non-finite values, which determines the result of an overflow.
  enum NonFiniteEncoding {
    /// The highest exponent encodes infinities and NaNs. Overflow results in infinity.
    IEEE,
    /// All bits except the sign are set for NaN. No infinities. Overflow results in NaN.
    ALL_ONES_IS_NAN,
    /// The code of −0 is the only NaN. No infinities. Overflow results in NaN.
    NEGATIVE_ZERO_IS_NAN,
    /// All codes are finite. Overflow results in the largest number.
    NONE
  }

  private final int exponentBits;
  private final int mantissaBits;
  private final NonFiniteEncoding special;

  /// The sign bit, or 0 for dtypes without a sign.
  private final long signMask;

  private final long magnitudeMask;
  private final long infinity;
  private final long largestFinite;
  private final long smallestNormal;

  /// The binary exponent of the lowest bit of the smallest normal number.
  private final int smallestExponent;

  private final int signShift;
  private final int mantissaShift;
  private final long biasDifference;
  private final double subnormalUnit;
  private final boolean negativeZeroIsNan;

  /// Creates a type whose codes have an optional sign, a biased exponent and a mantissa, starting
  /// at the highest bit. If there are no mantissa bits, all numbers are powers of two.
  ///
  /// @param bias the biased exponent of the number 1
  FloatElement(
      Dtype dtype, int exponentBits, int mantissaBits, int bias, NonFiniteEncoding special) {
    super(dtype);
    this.exponentBits = exponentBits;
    this.mantissaBits = mantissaBits;
    this.special = special;
    int signBits = partBits() - exponentBits - mantissaBits;
    signMask = (long) signBits << exponentBits + mantissaBits;
    magnitudeMask = (1L << exponentBits + mantissaBits) - 1;
    infinity = (1L << exponentBits) - 1 << mantissaBits;
    largestFinite =
        switch (special) {
          case IEEE -> infinity - 1;
          case ALL_ONES_IS_NAN -> magnitudeMask - 1;
          case NEGATIVE_ZERO_IS_NAN, NONE -> magnitudeMask;
        };
    smallestNormal = mantissaBits == 0 ? 0 : 1L << mantissaBits;
    smallestExponent = 1 - bias;
    signShift = 64 - partBits();
    mantissaShift = 52 - mantissaBits;
    biasDifference = (long) (Double.MAX_EXPONENT - bias) << 52;
    subnormalUnit = Math.scalb(1.0, smallestExponent - mantissaBits);
    negativeZeroIsNan = special == NonFiniteEncoding.NEGATIVE_ZERO_IS_NAN;
  }

  @Override
  public double toDouble(long code) {
    long magnitude = code & magnitudeMask;
    if (magnitude > largestFinite || negativeZeroIsNan && code == signMask) {
      return switch (classify(code)) {
        case POSITIVE_INFINITY -> Double.POSITIVE_INFINITY;
        case NEGATIVE_INFINITY -> Double.NEGATIVE_INFINITY;
        case NAN, ZERO, SUBNORMAL, NORMAL -> Double.NaN;
      };
    }
    long bits =
        magnitude < smallestNormal
            ? Double.doubleToRawLongBits(magnitude * subnormalUnit)
            : (magnitude << mantissaShift) + biasDifference;
    return Double.longBitsToDouble(bits | (code & signMask) << signShift);
  }

  @Override
  public Number toNumber(long code) {
    return toDouble(code);
  }

  @Override
  public List<BitField> bitFields() {
    return Stream.of(
            new BitField(BitField.Kind.SIGN, signMask == 0 ? 0 : 1),
            new BitField(BitField.Kind.EXPONENT, exponentBits),
            new BitField(BitField.Kind.MANTISSA, mantissaBits))
        .filter(field -> field.bitCount() > 0)
        .toList();
  }

  @Override
  public ElementClass classify(long code) {
    long magnitude = code & magnitudeMask;
    if (magnitude > largestFinite) {
      if (special != NonFiniteEncoding.IEEE || magnitude != infinity) {
        return ElementClass.NAN;
      }
      return (code & signMask) == 0
          ? ElementClass.POSITIVE_INFINITY
          : ElementClass.NEGATIVE_INFINITY;
    }
    if (magnitude >= smallestNormal) {
      return ElementClass.NORMAL;
    }
    if (magnitude != 0) {
      return ElementClass.SUBNORMAL;
    }
    return negativeZeroIsNan && code == signMask ? ElementClass.NAN : ElementClass.ZERO;
  }

  @Override
  public long encode(double value) {
    long sign = Double.doubleToRawLongBits(value) < 0 ? signMask : 0;
    if (Double.isNaN(value) || signMask == 0 && value <= 0) {
      return nan(sign);
    }
    if (Double.isInfinite(value)) {
      return overflow(sign);
    }
    double magnitude = Math.abs(value);
    int exponent = Math.max(Math.getExponent(magnitude), smallestExponent);
    double significand = Math.rint(Math.scalb(magnitude, mantissaBits - exponent));
    // If rounding increases the significand to a power of two, the carry increments the exponent.
    long code = ((long) (exponent - smallestExponent) << mantissaBits) + (long) significand;
    if (code > largestFinite) {
      return overflow(sign);
    }
    return code == 0 && negativeZeroIsNan ? 0 : sign | code;
  }

  @Override
  public long codeAtRank(long rank) {
    if (signMask == 0) {
      return rank;
    }
    return (rank & signMask) == 0 ? ~rank & (magnitudeMask | signMask) : rank ^ signMask;
  }

  @Override
  public long rankOf(long code) {
    if (signMask == 0) {
      return code;
    }
    return (code & signMask) == 0 ? code ^ signMask : ~code & (magnitudeMask | signMask);
  }

  @Override
  public String text(long code) {
    double value = toDouble(code);
    if (partBits() == 32) {
      return Float.toString((float) value);
    }
    boolean isExact = partBits() == 64 || !Double.isFinite(value);
    return Double.toString(isExact ? value : shortest(value, code));
  }

  private double shortest(double value, long code) {
    BigDecimal exact = new BigDecimal(value);
    if (value == 0 || exact.stripTrailingZeros().precision() <= SHORT_DIGITS) {
      return value;
    }
    for (int digits = 1; digits < SHORT_DIGITS; digits++) {
      for (RoundingMode rounding : ROUNDINGS) {
        double candidate = exact.round(new MathContext(digits, rounding)).doubleValue();
        if (encode(candidate) == code && Math.abs(candidate / value - 1) <= TEXT_PRECISION) {
          return candidate;
        }
      }
    }
    return exact.round(new MathContext(SHORT_DIGITS)).doubleValue();
  }

  private long nan(long sign) {
    return switch (special) {
      case IEEE -> sign | infinity | 1L << mantissaBits - 1;
      case ALL_ONES_IS_NAN -> sign | magnitudeMask;
      case NEGATIVE_ZERO_IS_NAN -> signMask;
      // Compatible with common encoders, which return a zero with the opposite sign.
      case NONE -> sign ^ signMask;
    };
  }

  private long overflow(long sign) {
    return switch (special) {
      case IEEE -> sign | infinity;
      case ALL_ONES_IS_NAN, NEGATIVE_ZERO_IS_NAN -> nan(sign);
      case NONE -> sign | largestFinite;
    };
  }
}
