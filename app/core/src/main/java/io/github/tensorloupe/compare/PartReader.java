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
  private static final int INFINITY = 0x7f80_0000;

  final ElementType type;

  /// The bits of each part. Of complex ones that only one side has, not those of the other.
  final long[] codes = new long[TILE];

  /// The numbers, of 64-bit integers the nearest ones.
  final double[] values = new double[TILE];

  /// What is missing in the numbers: 0 but for 64-bit integers.
  final double[] rests = new double[TILE];

  /// Where [#readFast] has read them, the codes with their highest bit in front.
  final int[] bits = new int[TILE];

  /// Where [#readFast] has read them, the numbers.
  final float[] floats = new float[TILE];

  /// The smallest magnitude above zero of these, or more than any where there is none, and the
  /// largest, as bits of a `float`.
  int smallest;

  int largest;

  private final boolean spread;
  private final boolean isSplit;
  private final boolean isFast;
  private final short[] shorts = new short[TILE];
  private final int[] words = new int[TILE / 2];
  private final int[] floatBits = new int[TILE];
  private final float[] table;

  /// The last tile has its even parts first.
  private boolean isSplitNow;

  /// @param spread true if imaginary parts are made up
  /// @param isSplit true if the order of the parts may be another one
  PartReader(ElementType type, boolean spread, boolean isSplit) {
    this.type = type;
    this.spread = spread;
    this.isSplit = isSplit;
    isFast = isNarrow(type) && !spread;
    table = type.partBits() <= Byte.SIZE ? new float[1 << type.partBits()] : new float[0];
    for (int code = 0; code < table.length; code++) {
      table[code] = (float) type.toDouble(code);
    }
  }

  /// True if a `float` holds every number.
  private static boolean isNarrow(ElementType type) {
    return type.isInteger() ? type.partBits() <= Short.SIZE : type.partBits() <= Integer.SIZE;
  }

  /// The number of bits behind the first one that a number of a fast dtype may have.
  int fractionBits() {
    return switch (type.dtype()) {
      case F32, C64 -> 23;
      case F16 -> 10;
      case I16, U16 -> 15;
      default -> 7;
    };
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

  /// Reads a tile as bits and floats, where a `float` holds the numbers.
  ///
  /// @return true if it could, and all numbers are finite
  boolean readFast(MemorySegment bytes, int first, int count) {
    isSplitNow = false;
    if (!isFast) {
      return false;
    }
    switch (type.dtype()) {
      case F32, C64 -> {
        MemorySegment.copy(bytes, INT, 4L * first, bits, 0, count);
        takeFloats(count);
        measure(bits, count);
      }
      case BF16 -> {
        if (isSplit && count == TILE) {
          splitWords(bytes, first);
        } else {
          readShorts(bytes, first, count);
        }
        takeFloats(count);
        measure(bits, count);
      }
      case F16 -> {
        readShorts(bytes, first, count);
        for (int i = 0; i < count; i++) {
          floats[i] = Float.float16ToFloat(shorts[i]);
        }
        measureFloats(count);
      }
      default -> {
        readAny(bytes, first, count);
        measureFloats(count);
      }
    }
    return largest < INFINITY;
  }

  private void measureFloats(int count) {
    MemorySegment.copy(MemorySegment.ofArray(floats), ValueLayout.JAVA_INT, 0, floatBits, 0, count);
    measure(floatBits, count);
  }

  /// The smallest magnitude above zero, and the largest.
  private void measure(int[] bitsOfFloats, int count) {
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (int i = 0; i < count; i++) {
      int magnitude = bitsOfFloats[i] & Integer.MAX_VALUE;
      // Less one, zeros become the largest magnitude there is.
      least = Math.min(least, magnitude - 1 & Integer.MAX_VALUE);
      most = Math.max(most, magnitude);
    }
    smallest = least == Integer.MAX_VALUE ? least : least + 1;
    largest = most;
  }

  private void readShorts(MemorySegment bytes, int first, int count) {
    MemorySegment.copy(bytes, SHORT, 2L * first, shorts, 0, count);
    for (int i = 0; i < count; i++) {
      bits[i] = shorts[i] << Short.SIZE;
    }
  }

  /// Makes two codes of each word, which takes a fraction of the time of making one of each half.
  private void splitWords(MemorySegment bytes, int first) {
    isSplitNow = true;
    MemorySegment.copy(bytes, INT, 2L * first, words, 0, TILE / 2);
    int[] from = words;
    int[] to = bits;
    for (int i = 0; i < TILE / 2; i++) {
      to[i] = from[i] << Short.SIZE;
    }
    for (int i = 0; i < TILE / 2; i++) {
      to[TILE / 2 + i] = from[i] & ~0xffff;
    }
  }

  /// The number in the tile of the part at an index of the arrays of [#readFast].
  int partAt(int index) {
    return isSplitNow ? 2 * index % TILE + 2 * index / TILE : index;
  }

  private void readAny(MemorySegment bytes, int first, int count) {
    type.codes(bytes, first, codes, count);
    int shift = Integer.SIZE - type.partBits();
    for (int i = 0; i < count; i++) {
      bits[i] = (int) codes[i] << shift;
      floats[i] = table.length > 0 ? table[(int) codes[i]] : (float) type.toDouble(codes[i]);
    }
  }

  private void takeFloats(int count) {
    MemorySegment.copy(MemorySegment.ofArray(bits), ValueLayout.JAVA_FLOAT, 0, floats, 0, count);
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
