package io.github.tensorloupe.desktop.pane.hex.inspector;

import module java.base;

import io.github.tensorloupe.element.BitField;
import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.text.Quantities;

/// The bits of one element of a tensor. Immutable.
///
/// @param codes the code of each of its parts
public record ElementBits(ElementPosition element, List<Long> codes) {

  /// @param digits the bits, the highest first
  /// @param value the bits as an unsigned number
  public record Field(BitField.Kind kind, String digits, long value) {}

  public ElementBits {
    codes = List.copyOf(codes);
  }

  private ElementType type() {
    return ElementType.of(element.info().dtype());
  }

  /// Returns the shortest exact text of the element, for display.
  public String text() {
    return type().displayText(codes::get);
  }

  /// Returns the fields of one part, from the highest bit down.
  public List<Field> fields(int part) {
    List<Field> fields = new ArrayList<>();
    int shift = type().partBits();
    for (BitField field : type().bitFields()) {
      int bitCount = field.bitCount();
      shift -= bitCount;
      long value = codes.get(part) >>> shift & -1L >>> Long.SIZE - bitCount;
      String digits = Long.toBinaryString(value);
      fields.add(new Field(field.kind(), "0".repeat(bitCount - digits.length()) + digits, value));
    }
    return fields;
  }

  /// Returns the number of a part as a product of sign, mantissa and exponent, as `−1.25 × 2^3`;
  /// empty for integers, zeros, and numbers that are not finite.
  public Optional<String> product(int part) {
    ElementClass kind = type().classify(codes.get(part));
    if (type().isInteger() || kind != ElementClass.NORMAL && kind != ElementClass.SUBNORMAL) {
      return Optional.empty();
    }
    double value = type().toDouble(codes.get(part));
    int exponent = Math.getExponent(value);
    double significand = Math.scalb(Math.abs(value), -exponent);
    return Optional.of(
        (value < 0 ? "−" : "")
            + Quantities.number(BigDecimal.valueOf(significand))
            + " × 2^"
            + Quantities.number(BigDecimal.valueOf(exponent)));
  }
}
