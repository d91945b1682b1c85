package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Reads parts of the elements of one side, tile by tile. Not thread-safe.
///
/// Where the other side alone is complex, every element of this one is followed by an imaginary
/// part of 0.
final class PartReader {

  static final int TILE = 1024;

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final double TWO_TO_63 = 0x1p63;
  private static final int HALF_INFINITY = 0x7c00;
  private static final int BRAIN_INFINITY = 0x7f80;
  private static final int INFINITY = 0x7f80_0000;

  final ElementType type;

  /// The bits of each part. Of complex ones that only one side has, not those of the other.
  final long[] codes = new long[TILE];

  /// The low 32 bits of the same, where [#readFast] has read them.
  final int[] bits = new int[TILE];

  /// The numbers, of 64-bit integers the nearest ones.
  final double[] values = new double[TILE];

  /// What is missing in the numbers: 0 but for 64-bit integers.
  final double[] rests = new double[TILE];

  private final boolean spread;
  private final boolean isFast;
  private final short[] shorts = new short[TILE];
  private final int[] floatBits = new int[TILE];
  private final float[] floats = new float[TILE];
  private final double[] table;

  /// @param spread true if imaginary parts are made up
  PartReader(ElementType type, boolean spread) {
    this.type = type;
    this.spread = spread;
    isFast = type.partBits() < Long.SIZE && !spread;
    table =
        type.partBits() <= Byte.SIZE
            ? IntStream.range(0, 1 << type.partBits()).mapToDouble(type::toDouble).toArray()
            : new double[0];
  }

  /// The bytes of some parts of the tensor, from its first byte on.
  ///
  /// @param part a multiple of 16
  long byteOffset(long part) {
    return (spread ? part / 2 : part) / 8 * type.partBits();
  }

  /// Reads a tile with rests and codes, whatever the dtype.
  ///
  /// @param bytes of the side, where parts are counted from
  /// @param first a multiple of 16
  void read(MemorySegment bytes, int first, int count) {
    int own = spread ? Math.ceilDiv(count, 2) : count;
    type.codes(bytes, spread ? first / 2 : first, codes, own);
    for (int i = 0; i < own; i++) {
      values[i] = type.toDouble(codes[i]);
      rests[i] = 0;
    }
    if (type.isInteger() && type.partBits() == Long.SIZE) {
      for (int i = 0; i < own; i++) {
        rests[i] = codes[i] - wrapped(values[i]);
      }
    }
    if (spread) {
      for (int i = count - 1; i >= 0; i--) {
        values[i] = i % 2 == 0 ? values[i / 2] : 0;
        rests[i] = i % 2 == 0 ? rests[i / 2] : 0;
      }
    }
  }

  /// A whole number from −2⁶³ to 2⁶⁴, modulo 2⁶⁴.
  private static long wrapped(double value) {
    if (value < TWO_TO_63) {
      return (long) value;
    }
    return value == 2 * TWO_TO_63 ? 0 : (long) (value - TWO_TO_63) ^ Long.MIN_VALUE;
  }

  /// Reads a tile without rests, where the numbers have none.
  ///
  /// @return true if it could, and all numbers are finite
  boolean readFast(MemorySegment bytes, int first, int count) {
    if (!isFast) {
      return false;
    }
    return switch (type.dtype()) {
      case F32, C64 -> {
        MemorySegment.copy(bytes, INT, 4L * first, bits, 0, count);
        widen(bits, count);
        yield largest(Integer.MAX_VALUE, count) < INFINITY;
      }
      case BF16 -> {
        MemorySegment.copy(bytes, SHORT, 2L * first, shorts, 0, count);
        for (int i = 0; i < count; i++) {
          bits[i] = shorts[i] & 0xffff;
        }
        for (int i = 0; i < count; i++) {
          floatBits[i] = shorts[i] << 16;
        }
        widen(floatBits, count);
        yield largest(Short.MAX_VALUE, count) < BRAIN_INFINITY;
      }
      case F16 -> {
        MemorySegment.copy(bytes, SHORT, 2L * first, shorts, 0, count);
        for (int i = 0; i < count; i++) {
          bits[i] = shorts[i] & 0xffff;
        }
        for (int i = 0; i < count; i++) {
          floats[i] = Float.float16ToFloat(shorts[i]);
        }
        for (int i = 0; i < count; i++) {
          values[i] = floats[i];
        }
        yield largest(Short.MAX_VALUE, count) < HALF_INFINITY;
      }
      default -> readAny(bytes, first, count);
    };
  }

  private boolean readAny(MemorySegment bytes, int first, int count) {
    type.codes(bytes, first, codes, count);
    double check = 0;
    for (int i = 0; i < count; i++) {
      bits[i] = (int) codes[i];
      double value = table.length > 0 ? table[(int) codes[i]] : type.toDouble(codes[i]);
      values[i] = value;
      // Becomes NaN with the first number that is not finite.
      check += value - value;
    }
    return check == 0;
  }

  private void widen(int[] bitsOfFloats, int count) {
    MemorySegment.copy(
        MemorySegment.ofArray(bitsOfFloats), ValueLayout.JAVA_FLOAT, 0, floats, 0, count);
    for (int i = 0; i < count; i++) {
      values[i] = floats[i];
    }
  }

  /// The largest of the codes without their signs.
  private int largest(int mask, int count) {
    int largest = 0;
    for (int i = 0; i < count; i++) {
      largest = Math.max(largest, bits[i] & mask);
    }
    return largest;
  }

  /// True if codes are a sign and a magnitude.
  boolean isSignMagnitude() {
    return !type.isInteger() && type.dtype() != Dtype.F8_E8M0;
  }

  /// A code as an ordered number: the magnitude, negative below zero.
  long ordered(long code) {
    if (!isSignMagnitude()) {
      return code;
    }
    long sign = 1L << type.partBits() - 1;
    long magnitude = code & sign - 1;
    return (code & sign) == 0 ? magnitude : -magnitude;
  }
}
