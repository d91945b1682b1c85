package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// A test of each element of a tensor, or of each part of a complex one: compares the masked code
/// with an operand.
///
/// @param bits width of a code: 4, 6, 8, 16, 32 or 64
/// @param relation required relation of the masked code to the operand
/// @param mask the compared bits
/// @param operand has no bits outside the mask
public record ElementTest(int bits, Relation relation, long mask, long operand)
    implements SearchPattern {

  /// The relation of a code to the operand.
  public enum Relation {
    EQUAL,
    DIFFERENT,
    /// Greater than or equal, unsigned. The mask does not contain the highest bit.
    AT_LEAST
  }

  /// Tests for a byte other than zero.
  public static final ElementTest NON_ZERO_BYTE =
      new ElementTest(Byte.SIZE, Relation.DIFFERENT, 0xff, 0);

  public ElementTest {
    if ((operand & ~mask) != 0 || (mask & ~allBits(bits)) != 0) {
      throw new IllegalArgumentException("%x under %x of %d bits".formatted(operand, mask, bits));
    }
    if (relation == Relation.AT_LEAST && (mask & highestBit(bits)) != 0) {
      throw new IllegalArgumentException("the highest bit of %x is not free".formatted(mask));
    }
  }

  /// Tests for this code.
  public static ElementTest code(Dtype dtype, long code) {
    int bits = ElementType.of(dtype).partBits();
    return new ElementTest(bits, Relation.EQUAL, allBits(bits), code);
  }

  /// Tests for zero of either sign. Empty if the dtype has no zero.
  public static Optional<ElementTest> zero(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    long zero = type.encode(0);
    return type.classify(zero) == ElementClass.ZERO
        ? Optional.of(ofEitherSign(type, zero))
        : Optional.empty();
  }

  /// Tests for anything except zero, including NaN.
  public static ElementTest nonZero(Dtype dtype) {
    int bits = ElementType.of(dtype).partBits();
    return zero(dtype)
        .map(zero -> new ElementTest(bits, Relation.DIFFERENT, zero.mask, zero.operand))
        .orElse(new ElementTest(bits, Relation.AT_LEAST, 0, 0));
  }

  /// Tests for NaN of any sign and payload. Empty if the dtype has none.
  public static Optional<ElementTest> nan(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    long nan = type.encode(Double.NaN);
    if (type.classify(nan) != ElementClass.NAN) {
      return Optional.empty();
    }
    return infinity(dtype)
        .map(it -> new ElementTest(it.bits, Relation.AT_LEAST, it.mask, it.operand + 1))
        .or(() -> Optional.of(ofEitherSign(type, nan)));
  }

  /// Tests for infinity of either sign. Empty if the dtype has none.
  public static Optional<ElementTest> infinity(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    long infinity = type.encode(Double.POSITIVE_INFINITY);
    return type.classify(infinity) == ElementClass.POSITIVE_INFINITY
        ? Optional.of(ofEitherSign(type, infinity))
        : Optional.empty();
  }

  /// Tests for this code. Ignores the sign if both signs have the same meaning.
  private static ElementTest ofEitherSign(ElementType type, long code) {
    int bits = type.partBits();
    long sign = highestBit(bits);
    ElementClass sort = type.classify(code);
    ElementClass opposite =
        sort == ElementClass.POSITIVE_INFINITY ? ElementClass.NEGATIVE_INFINITY : sort;
    boolean hasBothSigns = !type.isInteger() && type.classify(code ^ sign) == opposite;
    long mask = hasBothSigns ? allBits(bits) & ~sign : allBits(bits);
    return new ElementTest(bits, Relation.EQUAL, mask, code & mask);
  }

  static long allBits(int bits) {
    return -1L >>> Long.SIZE - bits;
  }

  static long highestBit(int bits) {
    return 1L << bits - 1;
  }

  @Override
  public int placeBits() {
    return bits;
  }

  @Override
  public int matchBits() {
    return bits;
  }
}
