package io.github.tensorloupe.desktop.pane.hex.inspector;

import io.github.tensorloupe.element.BitField;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementText;
import io.github.tensorloupe.element.ElementType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The bits of one element of a tensor. Immutable.
///
/// @param element which one
/// @param codes the code of each of its parts
record ElementBits(ElementPosition element, List<Long> codes) {

  /// Some of the bits.
  ///
  /// @param kind what they mean
  /// @param digits the bits, the highest first
  /// @param value the bits as an unsigned number
  record Field(BitField.Kind kind, String digits, long value) {}

  ElementBits {
    codes = List.copyOf(codes);
  }

  ElementType type() {
    return ElementType.of(element.info().dtype());
  }

  /// The shortest exact text of the element.
  String text() {
    return ElementText.of(type(), codes::get);
  }

  /// The fields of one part, from the highest bit down.
  List<Field> fields(int part) {
    List<Field> fields = new ArrayList<>();
    int shift = type().partBits();
    for (BitField field : type().bitFields()) {
      shift -= field.bitCount();
      long mask = field.bitCount() == Long.SIZE ? -1L : (1L << field.bitCount()) - 1;
      long value = codes.get(part) >>> shift & mask;
      fields.add(new Field(field.kind(), digits(value, field.bitCount()), value));
    }
    return fields;
  }

  /// How sign, exponent and mantissa of a part make its number, as `−1.25 × 2^3`; empty for
  /// integers and for what is not finite or zero.
  Optional<String> product(int part) {
    if (type().isInteger()) {
      return Optional.empty();
    }
    double value = type().toDouble(codes.get(part));
    return switch (type().classify(codes.get(part))) {
      case NORMAL, SUBNORMAL -> {
        int exponent = Math.getExponent(value);
        double significand = Math.scalb(Math.abs(value), -exponent);
        yield Optional.of((value < 0 ? "−" : "") + significand + " × 2^" + exponent);
      }
      case NAN, POSITIVE_INFINITY, NEGATIVE_INFINITY, ZERO -> Optional.empty();
    };
  }

  private static String digits(long value, int bitCount) {
    String digits = Long.toBinaryString(value);
    return "0".repeat(bitCount - digits.length()) + digits;
  }
}
