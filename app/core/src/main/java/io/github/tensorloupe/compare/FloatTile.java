package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// A buffer with consecutive parts of one tensor, converted exactly to floats. Not thread-safe.
final class FloatTile {

  static final int SIZE = 1024;

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// The numbers, followed by zeros if the tile is not full.
  final float[] floats = new float[SIZE];

  final int[] bits = new int[SIZE];

  /// The codes as integers in the order of the numbers. Unused for integer dtypes and if
  /// [#hasFloatCodes] returns true.
  final int[] ordered = new int[SIZE];

  private final ElementType type;
  private final boolean isSplit;
  private final short[] shorts = new short[SIZE];
  private final int[] words = new int[SIZE / 2];

  /// The numbers by code, for dtypes of at most 8 bits.
  private final float[] numbers;

  private final int[] orders;

  /// @param type a type for which [#holds] returns true
  /// @param isSplit true to allow storing all parts with even indexes before those with odd indexes
  FloatTile(ElementType type, boolean isSplit) {
    this.type = type;
    this.isSplit = isSplit && type.dtype() == Dtype.BF16;
    int codeCount = type.partBits() <= Byte.SIZE ? 1 << type.partBits() : 0;
    numbers = new float[codeCount];
    orders = new int[codeCount];
    for (int code = 0; code < codeCount; code++) {
      numbers[code] = (float) type.toDouble(code);
      orders[code] = (int) PartPair.toSortableLong(type, code);
    }
  }

  /// Returns true if `float` represents all numbers of a type exactly.
  static boolean holds(ElementType type) {
    return type.partBits() <= (type.isInteger() ? Short.SIZE : Float.SIZE);
  }

  /// Returns true if the codes of a type are the bits, or the upper bits, of the equal floats.
  static boolean hasFloatCodes(ElementType type) {
    return type.dtype() == Dtype.F32 || type.dtype() == Dtype.C64 || type.dtype() == Dtype.BF16;
  }

  /// @param first the index of the first part in the bytes, a multiple of 16
  /// @param count the number of parts, at most [#SIZE]
  void read(MemorySegment bytes, int first, int count) {
    switch (type.dtype()) {
      case F32, C64 -> MemorySegment.copy(bytes, INT, 4L * first, bits, 0, count);
      case BF16 -> {
        if (isSplit && count == SIZE) {
          splitWords(bytes, first);
        } else {
          MemorySegment.copy(bytes, SHORT, 2L * first, shorts, 0, count);
          for (int i = 0; i < count; i++) {
            bits[i] = shorts[i] << Short.SIZE;
          }
        }
      }
      case F16 -> {
        MemorySegment.copy(bytes, SHORT, 2L * first, shorts, 0, count);
        readHalves(shorts, count);
      }
      case I16, U16 -> {
        for (int i = 0; i < count; i++) {
          floats[i] = (float) type.toDouble(type.code(bytes, first + i));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          int code = (int) type.code(bytes, first + i);
          floats[i] = numbers[code];
          ordered[i] = orders[code];
        }
      }
    }
    if (!hasFloatCodes(type)) {
      Arrays.fill(floats, count, SIZE, 0);
      Arrays.fill(ordered, count, SIZE, 0);
      copyBits(floats, bits);
    } else {
      Arrays.fill(bits, count, SIZE, 0);
      MemorySegment.copy(MemorySegment.ofArray(bits), ValueLayout.JAVA_FLOAT, 0, floats, 0, SIZE);
    }
  }

  private void readHalves(short[] halves, int count) {
    for (int i = 0; i < count; i++) {
      floats[i] = Float.float16ToFloat(halves[i]);
    }
    for (int i = 0; i < count; i++) {
      int sign = halves[i] >> Short.SIZE - 1;
      ordered[i] = ((halves[i] & Short.MAX_VALUE) ^ sign) - sign;
    }
  }

  // Converts each word to two numbers, which is several times faster than converting halves.
  private void splitWords(MemorySegment bytes, int first) {
    MemorySegment.copy(bytes, INT, 2L * first, words, 0, SIZE / 2);
    int[] from = words;
    int[] to = bits;
    for (int i = 0; i < SIZE / 2; i++) {
      to[i] = from[i] << Short.SIZE;
    }
    for (int i = 0; i < SIZE / 2; i++) {
      to[SIZE / 2 + i] = from[i] & ~0xffff;
    }
  }

  /// Copies the bits of floats. Faster than [Float#floatToRawIntBits] in a loop.
  static void copyBits(float[] from, int[] to) {
    MemorySegment.copy(MemorySegment.ofArray(from), ValueLayout.JAVA_INT, 0, to, 0, from.length);
  }

  /// Returns the part of the tile, which has `count` parts, that is stored at an index.
  int partAt(int index, int count) {
    return isSplit && count == SIZE ? 2 * index % SIZE + 2 * index / SIZE : index;
  }
}
