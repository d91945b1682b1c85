package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Turns codes of floats that fit into F32 into codes of F32 with the same number; NaN stays NaN.
final class ToF32 {

  private static final int TABLE_BITS = 8;

  private final boolean isBf16;
  private final ElementType type;
  private final int[] table;

  ToF32(Dtype dtype) {
    isBf16 = dtype == Dtype.BF16;
    type = ElementType.of(dtype);
    table = new int[type.partBits() <= TABLE_BITS ? 1 << type.partBits() : 0];
    for (int code = 0; code < table.length; code++) {
      table[code] = convert(code);
    }
  }

  private int convert(long code) {
    return Float.floatToRawIntBits((float) type.toDouble(code));
  }

  /// The code with the same number.
  int of(long code) {
    if (isBf16) {
      // The upper half of the F32, so that even what a NaN carries is kept.
      return (int) code << 16;
    }
    return table.length > 0 ? table[(int) code] : convert(code);
  }

  /// Puts the codes with the same numbers into a buffer.
  void put(long[] codes, int count, ByteBuffer target) {
    for (int i = 0; i < count; i++) {
      target.putInt(of(codes[i]));
    }
  }
}
