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
}
