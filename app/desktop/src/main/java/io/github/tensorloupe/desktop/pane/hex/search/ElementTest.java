package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// A question that is asked of each element of a tensor, or of each part of a complex one: is the
/// code, under a mask, this one, another one, or at least as large?
///
/// @param bits the width of a code: 4, 6, 8, 16, 32 or 64
/// @param relation how the masked code has to stand to the operand
/// @param mask the bits that count
/// @param operand none of its bits is outside the mask
public record ElementTest(int bits, Relation relation, long mask, long operand)
    implements SearchPattern {

  /// The relation that a code must have to the operand.
  public enum Relation {
    EQUAL,
    DIFFERENT,
    /// The same or larger, unsigned. The mask then lacks the highest bit.
    AT_LEAST
  }

  /// Any byte but zero.
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

  /// Is it this code?
  public static ElementTest code(Dtype dtype, long code) {
    int bits = ElementType.of(dtype).partBits();
    return new ElementTest(bits, Relation.EQUAL, allBits(bits), code);
  }

  /// Is it zero, of either sign? Empty where the dtype has no zero.
  public static Optional<ElementTest> zero(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    long zero = type.encode(0);
    return type.classify(zero) == ElementClass.ZERO
        ? Optional.of(ofEitherSign(type, zero))
        : Optional.empty();
  }

  /// Is it anything but zero? A NaN is.
  public static ElementTest nonZero(Dtype dtype) {
    int bits = ElementType.of(dtype).partBits();
    return zero(dtype)
        .map(zero -> new ElementTest(bits, Relation.DIFFERENT, zero.mask, zero.operand))
        .orElse(new ElementTest(bits, Relation.AT_LEAST, 0, 0));
  }

  /// Is it NaN, of any sign and payload? Empty where the dtype has none.
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

  /// Is it infinite, of either sign? Empty where the dtype has no infinity.
  public static Optional<ElementTest> infinity(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    long infinity = type.encode(Double.POSITIVE_INFINITY);
    return type.classify(infinity) == ElementClass.POSITIVE_INFINITY
        ? Optional.of(ofEitherSign(type, infinity))
        : Optional.empty();
  }

  /// Is it this code? The sign does not count where the other sign is of the same sort.
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
