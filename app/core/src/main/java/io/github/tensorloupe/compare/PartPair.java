package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// The exact comparison of corresponding parts of two tensors of any dtypes. Parts are the real and
/// imaginary parts of complex elements, otherwise the elements. If only one tensor is complex, the
/// imaginary parts of the other are 0, and the codes for these are ignored.
record PartPair(ElementType a, ElementType b) {

  /// Integers of smaller magnitude are exact as `double`.
  private static final double EXACT_BELOW = 0x1p53;

  private static final double TWO_TO_63 = 0x1p63;

  static PartPair of(Dtype a, Dtype b) {
    return new PartPair(ElementType.of(a), ElementType.of(b));
  }

  boolean isOneDtype() {
    return a == b;
  }

  /// Returns true if both dtypes are the same floating-point dtype, so that [#ulps] is defined.
  boolean haveUlps() {
    return isOneDtype() && !a.isInteger();
  }

  /// Returns the number of parts per element: 2 if either dtype is complex, otherwise 1.
  int count() {
    return Math.max(a.partsPerElement(), b.partsPerElement());
  }

  /// Returns the dtype for differences: `C64` if either dtype is complex; `F64` if either is `F64`
  /// or an integer of at least 32 bits; otherwise `F32`.
  Dtype differenceDtype() {
    return count() == 2 ? Dtype.C64 : isWide(a) || isWide(b) ? Dtype.F64 : Dtype.F32;
  }

  private static boolean isWide(ElementType type) {
    return type.dtype() == Dtype.F64 || type.isInteger() && type.partBits() >= Integer.SIZE;
  }

  /// Returns true if a part (0, or 1 for an imaginary part) differs: in bits for equal dtypes,
  /// otherwise in value.
  boolean isChanged(int part, long codeA, long codeB) {
    return isOneDtype() ? codeA != codeB : isValueChanged(part, codeA, codeB);
  }

  /// Returns true if the values of a part differ. NaN equals NaN, and −0 equals 0.
  boolean isValueChanged(int part, long codeA, long codeB) {
    if (isOneDtype() && (codeA == codeB || a.isInteger())) {
      return codeA != codeB;
    }
    double valueA = value(a, part, codeA);
    double valueB = value(b, part, codeB);
    return areExact(valueA, valueB)
        ? valueA != valueB && !(Double.isNaN(valueA) && Double.isNaN(valueB))
        : valueA != valueB || exact(a, part, codeA).compareTo(exact(b, part, codeB)) != 0;
  }

  /// Returns b − a, correctly rounded to `double` if [#differenceDtype] is `F64`, otherwise to
  /// `float`. Never −0; infinite if out of range. Differences of non-finite numbers follow IEEE
  /// 754, except that the difference of equal infinities or of two NaNs is 0.
  double difference(int part, long codeA, long codeB) {
    double valueA = value(a, part, codeA);
    double valueB = value(b, part, codeB);
    if (!Double.isFinite(valueA) || !Double.isFinite(valueB)) {
      return Double.compare(valueA, valueB) == 0 ? 0 : valueB - valueA;
    }
    boolean isNarrow = differenceDtype() != Dtype.F64;
    // For two floats, rounding the double-precision difference to float is correct.
    if (areExact(valueA, valueB) && !(isNarrow && (isWide(a) || isWide(b)))) {
      double difference = valueB - valueA;
      // Adding 0 converts −0 to 0.
      return (isNarrow ? (float) difference : difference) + 0.0;
    }
    BigDecimal difference = exact(b, part, codeB).subtract(exact(a, part, codeA));
    return isNarrow ? difference.floatValue() : difference.doubleValue();
  }

  /// Returns the value of a part, or 0 for the imaginary part of a real number.
  static double value(ElementType type, int part, long code) {
    return part < type.partsPerElement() ? type.toDouble(code) : 0;
  }

  /// Returns the rounding error of converting a code to `double`; 0 except for 64-bit integers.
  static double rest(ElementType type, long code) {
    return type.isInteger() && type.partBits() == Long.SIZE
        ? code - wrapped(type.toDouble(code))
        : 0;
  }

  /// Converts an integral `double` from −2⁶³ to 2⁶⁴ to a `long`, modulo 2⁶⁴.
  private static long wrapped(double value) {
    if (value < TWO_TO_63) {
      return (long) value;
    }
    return value == 2 * TWO_TO_63 ? 0 : (long) (value - TWO_TO_63) ^ Long.MIN_VALUE;
  }

  /// Returns the distance of two numbers in units in the last place, unsigned.
  long ulps(long codeA, long codeB) {
    long left = toSortableLong(a, codeA);
    long right = toSortableLong(a, codeB);
    return Math.max(left, right) - Math.min(left, right);
  }

  /// Converts a floating-point code to an integer with the order of the numbers.
  static long toSortableLong(ElementType type, long code) {
    if (type.dtype() == Dtype.F8_E8M0) {
      return code;
    }
    long sign = 1L << type.partBits() - 1;
    long magnitude = code & sign - 1;
    return (code & sign) == 0 ? magnitude : -magnitude;
  }

  private boolean areExact(double valueA, double valueB) {
    return isExact(a, valueA) && isExact(b, valueB);
  }

  private static boolean isExact(ElementType type, double value) {
    return !type.isInteger() || type.partBits() < Long.SIZE || Math.abs(value) < EXACT_BELOW;
  }

  private static BigDecimal exact(ElementType type, int part, long code) {
    if (part >= type.partsPerElement()) {
      return BigDecimal.ZERO;
    }
    return type.isInteger()
        ? new BigDecimal(type.toNumber(code).toString())
        : new BigDecimal(type.toDouble(code));
  }
}
