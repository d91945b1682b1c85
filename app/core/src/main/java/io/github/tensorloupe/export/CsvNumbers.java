package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.element.ElementType;

/// Numbers as text that NumPy and pandas read back.
///
/// A float of up to 32 bits is the shortest text that gives the same number when it is read as F32,
/// one of 64 bits when it is read as F64; integers are written in full. What is not finite is
/// `NaN`, `inf` or `-inf`.
final class CsvNumbers {

  private static final int CACHED_BITS = 16;

  private final ElementType type;
  private final byte[][] known;

  CsvNumbers(ElementType type) {
    this.type = type;
    known = new byte[type.partBits() <= CACHED_BITS ? 1 << type.partBits() : 0][];
  }

  /// The text of one part, in ASCII; not to be changed.
  byte[] text(long code) {
    if (known.length == 0) {
      return ascii(make(code));
    }
    int index = (int) code;
    if (known[index] == null) {
      known[index] = ascii(make(code));
    }
    return known[index];
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private String make(long code) {
    if (type.isInteger()) {
      return type.text(code);
    }
    double value = type.toDouble(code);
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    return type.partBits() == 64 ? Double.toString(value) : Float.toString((float) value);
  }
}
