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

  private final FloatLayout layout;
  private final long signMask;
  private final long magnitudeMask;
  private final long largestFinite;
  private final long smallestNormal;
  private final int signShift;
  private final int mantissaShift;
  private final long biasDifference;
  private final double subnormalUnit;
  private final boolean negativeZeroIsNan;

  FloatElement(Dtype dtype, int partsPerElement) {
    super(dtype, partsPerElement);
    layout = FloatLayout.of(dtype);
    signMask = layout.signMask();
    magnitudeMask = layout.magnitudeMask();
    largestFinite = layout.largestFinite();
    smallestNormal = layout.smallestNormal();
    signShift = 64 - layout.bits();
    mantissaShift = 52 - layout.mantissaBits();
    biasDifference = (long) (Double.MAX_EXPONENT - layout.bias()) << 52;
    subnormalUnit = Math.scalb(1.0, layout.smallestExponent() - layout.mantissaBits());
    negativeZeroIsNan = layout.special() == FloatLayout.Special.NEGATIVE_ZERO_IS_NAN;
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
    return layout.bitFields();
  }

  @Override
  public ElementClass classify(long code) {
    long magnitude = code & magnitudeMask;
    if (magnitude > largestFinite) {
      if (layout.special() != FloatLayout.Special.IEEE || magnitude != layout.infinity()) {
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
      return layout.nan(sign);
    }
    if (Double.isInfinite(value)) {
      return layout.overflow(sign);
    }
    double magnitude = Math.abs(value);
    int exponent = Math.max(Math.getExponent(magnitude), layout.smallestExponent());
    double significand = Math.rint(Math.scalb(magnitude, layout.mantissaBits() - exponent));
    // A significand that was rounded up to the next power of two carries into the exponent.
    long code =
        ((long) (exponent - layout.smallestExponent()) << layout.mantissaBits())
            + (long) significand;
    if (code > largestFinite) {
      return layout.overflow(sign);
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

  /// The layout of the bits of a floating-point number: from the highest bit the sign, the biased
  /// exponent, the mantissa.
  ///
  /// A layout without mantissa has powers of two only: no zero and no subnormal numbers.
  ///
  /// @param signBits 1, or 0 where all numbers are positive
  /// @param exponentBits at least 2
  /// @param mantissaBits the bits behind the binary point of a normal number
  /// @param bias what the exponent field holds for the number 1
  /// @param special which codes are not finite numbers
  private record FloatLayout(
      int signBits, int exponentBits, int mantissaBits, int bias, Special special) {

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

    /// The layout of a dtype; of a complex one, that of its parts.
    ///
    /// @throws IllegalArgumentException for integers
    static FloatLayout of(Dtype dtype) {
      return switch (dtype) {
        case F4 -> new FloatLayout(1, 2, 1, 1, Special.NONE);
        case F6_E2M3 -> new FloatLayout(1, 2, 3, 1, Special.NONE);
        case F6_E3M2 -> new FloatLayout(1, 3, 2, 3, Special.NONE);
        case F8_E5M2 -> new FloatLayout(1, 5, 2, 15, Special.IEEE);
        case F8_E4M3 -> new FloatLayout(1, 4, 3, 7, Special.ALL_ONES_IS_NAN);
        case F8_E8M0 -> new FloatLayout(0, 8, 0, 127, Special.ALL_ONES_IS_NAN);
        case F8_E4M3FNUZ -> new FloatLayout(1, 4, 3, 8, Special.NEGATIVE_ZERO_IS_NAN);
        case F8_E5M2FNUZ -> new FloatLayout(1, 5, 2, 16, Special.NEGATIVE_ZERO_IS_NAN);
        case F16 -> new FloatLayout(1, 5, 10, 15, Special.IEEE);
        case BF16 -> new FloatLayout(1, 8, 7, 127, Special.IEEE);
        case F32, C64 -> new FloatLayout(1, 8, 23, 127, Special.IEEE);
        case F64 -> new FloatLayout(1, 11, 52, 1023, Special.IEEE);
        case BOOL, U8, I8, I16, U16, I32, U32, I64, U64 ->
            throw new IllegalArgumentException(dtype + " is not a floating-point dtype");
      };
    }

    /// The width of a code in bits.
    int bits() {
      return signBits + exponentBits + mantissaBits;
    }

    /// The fields of a code, from the highest bit down.
    List<BitField> bitFields() {
      List<BitField> fields = new ArrayList<>();
      if (signBits > 0) {
        fields.add(new BitField(BitField.Kind.SIGN, signBits));
      }
      fields.add(new BitField(BitField.Kind.EXPONENT, exponentBits));
      if (mantissaBits > 0) {
        fields.add(new BitField(BitField.Kind.MANTISSA, mantissaBits));
      }
      return List.copyOf(fields);
    }

    /// The sign bit of a code, 0 where there is none.
    long signMask() {
      return (long) signBits << exponentBits + mantissaBits;
    }

    /// All bits of a code but the sign.
    long magnitudeMask() {
      return (1L << exponentBits + mantissaBits) - 1;
    }

    /// The magnitude (code without sign) of the largest finite number.
    long largestFinite() {
      return switch (special) {
        case IEEE -> infinity() - 1;
        case ALL_ONES_IS_NAN -> magnitudeMask() - 1;
        case NEGATIVE_ZERO_IS_NAN, NONE -> magnitudeMask();
      };
    }

    /// The magnitude of the smallest normal number.
    long smallestNormal() {
      return mantissaBits == 0 ? 0 : 1L << mantissaBits;
    }

    /// The magnitude of the infinities, where the special codes are those of IEEE 754.
    long infinity() {
      return (1L << exponentBits) - 1 << mantissaBits;
    }

    /// The exponent (of 2) below which numbers have no more digits than the smallest normal one.
    int smallestExponent() {
      return 1 - bias;
    }

    /// The code that NaN becomes.
    ///
    /// @param sign the sign bit of the NaN, as in [#signMask()]
    long nan(long sign) {
      return switch (special) {
        case IEEE -> sign | infinity() | 1L << mantissaBits - 1;
        case ALL_ONES_IS_NAN -> sign | magnitudeMask();
        case NEGATIVE_ZERO_IS_NAN -> signMask();
        // As the common encoders do: a zero of the opposite sign.
        case NONE -> sign ^ signMask();
      };
    }

    /// The code that a number above the largest finite one becomes.
    ///
    /// @param sign the sign bit of the number, as in [#signMask()]
    long overflow(long sign) {
      return switch (special) {
        case IEEE -> sign | infinity();
        case ALL_ONES_IS_NAN, NEGATIVE_ZERO_IS_NAN -> nan(sign);
        case NONE -> sign | largestFinite();
      };
    }
  }
}
