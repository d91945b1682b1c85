package io.github.tensorloupe.element;

import module java.base;

import io.github.tensorloupe.format.Dtype;

/// Floating-point numbers of any layout, and the parts of complex ones.
final class FloatElement extends ElementType {

  /// Significant digits up to which an exact text counts as short: enough for 65504.
  private static final int SHORT_DIGITS = 5;

  /// The relative distance that a text may have from its number: 0.2 %, the precision of BF16.
  /// Fewer digits would tell the codes of coarser dtypes apart, but mislead about their size.
  private static final double TEXT_PRECISION = 0x1p-9;

  private static final RoundingMode[] ROUNDINGS = {
    RoundingMode.HALF_EVEN, RoundingMode.DOWN, RoundingMode.UP
  };

  /// Which codes stand for no finite number, and with that what becomes of a number that is too
  /// large.
  enum Special {
    /// The highest exponent holds the infinities and the NaNs; too large becomes infinite.
    IEEE,
    /// All bits but the sign set is NaN, there are no infinities; too large becomes NaN.
    ALL_ONES_IS_NAN,
    /// The code of −0 is the only NaN, there are no infinities; too large becomes NaN.
    NEGATIVE_ZERO_IS_NAN,
    /// Every code is a finite number; too large becomes the largest.
    NONE
  }

  private final int exponentBits;
  private final int mantissaBits;
  private final Special special;

  /// The sign bit of a code, 0 where there is none.
  private final long signMask;

  /// All bits of a code but the sign. Without it, a code is a magnitude.
  private final long magnitudeMask;

  private final long infinity;
  private final long largestFinite;
  private final long smallestNormal;

  /// The exponent (of 2) below which numbers have no more digits than the smallest normal one.
  private final int smallestExponent;

  private final int signShift;
  private final int mantissaShift;
  private final long biasDifference;
  private final double subnormalUnit;
  private final boolean negativeZeroIsNan;

  /// The bits of a code or of the part of a complex one are from the highest down the sign, where
  /// there is one, the biased exponent and the mantissa. Without mantissa there are powers of two
  /// only: no zero and no subnormal numbers.
  ///
  /// @param exponentBits at least 2
  /// @param mantissaBits the bits behind the binary point of a normal number
  /// @param bias what the exponent field holds for the number 1
  FloatElement(Dtype dtype, int exponentBits, int mantissaBits, int bias, Special special) {
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
    negativeZeroIsNan = special == Special.NEGATIVE_ZERO_IS_NAN;
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
      if (special != Special.IEEE || magnitude != infinity) {
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
    // A significand that was rounded up to the next power of two carries into the exponent.
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
    if (partBits() == 64 || !Double.isFinite(value)) {
      return Double.toString(value);
    }
    return Double.toString(shortest(value, code));
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
      // As the common encoders do: a zero of the opposite sign.
      case NONE -> sign ^ signMask;
    };
  }

  /// The code that a number above the largest finite one becomes.
  private long overflow(long sign) {
    return switch (special) {
      case IEEE -> sign | infinity;
      case ALL_ONES_IS_NAN, NEGATIVE_ZERO_IS_NAN -> nan(sign);
      case NONE -> sign | largestFinite;
    };
  }
}
