package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Compares one part of an element with the same part of another one, exactly, whatever the dtypes.
/// A part is given by its codes on both sides. Where only one side is complex the other has the
/// imaginary part 0, and its code counts for nothing.
record PartPair(ElementType a, ElementType b) {

  /// Integers below are exact as a `double`, and a `double` below is no rounded larger integer.
  private static final double EXACT_BELOW = 0x1p53;

  private static final double TWO_TO_63 = 0x1p63;

  static PartPair of(Dtype a, Dtype b) {
    return new PartPair(ElementType.of(a), ElementType.of(b));
  }

  boolean isOneDtype() {
    return a == b;
  }

  /// True if both are of one dtype whose codes have a distance: of floating point.
  boolean haveUlps() {
    return isOneDtype() && !a.isInteger();
  }

  /// 2 where a side is complex, else 1.
  int count() {
    return Math.max(a.partsPerElement(), b.partsPerElement());
  }

  /// The dtype that holds differences: complex where a side is; F64 where a side is F64 or an
  /// integer of 32 bits or more; else F32.
  Dtype differenceDtype() {
    return count() == 2 ? Dtype.C64 : isWide(a) || isWide(b) ? Dtype.F64 : Dtype.F32;
  }

  private static boolean isWide(ElementType type) {
    return type.dtype() == Dtype.F64 || type.isInteger() && type.partBits() >= Integer.SIZE;
  }

  /// True if the values differ or, of one dtype, the bits: NaN equals NaN, and −0 equals 0 where
  /// the dtypes differ.
  ///
  /// @param part 0, or 1 for an imaginary part
  boolean isChanged(int part, long codeA, long codeB) {
    return isOneDtype() ? codeA != codeB : isValueChanged(part, codeA, codeB);
  }

  /// True if the values differ: NaN equals NaN, and −0 equals 0.
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

  /// The exact b − a, rounded once: to a `float` unless the difference is F64. Never −0; infinite
  /// where it is out of range. Where a side is not finite it is as IEEE 754 has it, so that ∞ − 2
  /// is ∞ and NaN − 2 is NaN; but 0 where both are the same, for these are equal.
  double difference(int part, long codeA, long codeB) {
    double valueA = value(a, part, codeA);
    double valueB = value(b, part, codeB);
    if (!Double.isFinite(valueA) || !Double.isFinite(valueB)) {
      return Double.compare(valueA, valueB) == 0 ? 0 : valueB - valueA;
    }
    boolean narrow = differenceDtype() != Dtype.F64;
    // The difference of two floats in double precision, rounded again, is the exact one rounded.
    if (areExact(valueA, valueB) && !(narrow && (isWide(a) || isWide(b)))) {
      double difference = valueB - valueA;
      // Adding 0 turns −0 into 0.
      return (narrow ? (float) difference : difference) + 0.0;
    }
    BigDecimal difference = exact(b, part, codeB).subtract(exact(a, part, codeA));
    return narrow ? difference.floatValue() : difference.doubleValue();
  }

  double valueA(int part, long code) {
    return value(a, part, code);
  }

  double valueB(int part, long code) {
    return value(b, part, code);
  }

  private static double value(ElementType type, int part, long code) {
    return part < type.partsPerElement() ? type.toDouble(code) : 0;
  }

  /// What the `double` of a code of the base is short of its number: 0 but for 64-bit integers.
  double restA(long code) {
    return rest(a, code);
  }

  double restB(long code) {
    return rest(b, code);
  }

  private static double rest(ElementType type, long code) {
    return type.isInteger() && type.partBits() == Long.SIZE
        ? code - wrapped(type.toDouble(code))
        : 0;
  }

  /// A whole number from −2⁶³ to 2⁶⁴, modulo 2⁶⁴.
  private static long wrapped(double value) {
    if (value < TWO_TO_63) {
      return (long) value;
    }
    return value == 2 * TWO_TO_63 ? 0 : (long) (value - TWO_TO_63) ^ Long.MIN_VALUE;
  }

  /// The distance of ordered codes, unsigned; only where [#haveUlps].
  long ulps(long codeA, long codeB) {
    long left = ordered(a, codeA);
    long right = ordered(a, codeB);
    return Math.max(left, right) - Math.min(left, right);
  }

  /// A code as an ordered number: the magnitude, negative below zero.
  static long ordered(ElementType type, long code) {
    if (type.dtype() == Dtype.F8_E8M0) {
      return code;
    }
    long sign = 1L << type.partBits() - 1;
    long magnitude = code & sign - 1;
    return (code & sign) == 0 ? magnitude : -magnitude;
  }

  /// True if both values are what the codes stand for, not rounded.
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
