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

  static PartPair of(Dtype a, Dtype b) {
    return new PartPair(ElementType.of(a), ElementType.of(b));
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
    if (a == b) {
      return codeA != codeB;
    }
    double valueA = value(a, part, codeA);
    double valueB = value(b, part, codeB);
    return areExact(valueA, valueB)
        ? valueA != valueB && !(Double.isNaN(valueA) && Double.isNaN(valueB))
        : valueA != valueB || exact(a, codeA).compareTo(exact(b, codeB)) != 0;
  }

  /// The exact b − a, rounded once: to a `float` unless the difference is F64. Never −0; infinite
  /// where it is out of range. NaN where a side is not finite, but 0 where both are the same.
  double difference(int part, long codeA, long codeB) {
    double valueA = value(a, part, codeA);
    double valueB = value(b, part, codeB);
    if (!Double.isFinite(valueA) || !Double.isFinite(valueB)) {
      return Double.compare(valueA, valueB) == 0 ? 0 : Double.NaN;
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

  private static double value(ElementType type, int part, long code) {
    return part < type.partsPerElement() ? type.toDouble(code) : 0;
  }

  /// True if both values are what the codes stand for, not rounded.
  private boolean areExact(double valueA, double valueB) {
    return isExact(a, valueA) && isExact(b, valueB);
  }

  private static boolean isExact(ElementType type, double value) {
    return !type.isInteger() || type.partBits() < Long.SIZE || Math.abs(value) < EXACT_BELOW;
  }

  private static BigDecimal exact(ElementType type, int part, long code) {
    return part < type.partsPerElement() ? exact(type, code) : BigDecimal.ZERO;
  }

  private static BigDecimal exact(ElementType type, long code) {
    return type.isInteger()
        ? new BigDecimal(type.toNumber(code).toString())
        : new BigDecimal(type.toDouble(code));
  }
}
