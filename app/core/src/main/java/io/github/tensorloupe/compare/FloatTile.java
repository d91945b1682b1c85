package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// The numbers of some parts of one side as floats, which hold each of them exactly. Not
/// thread-safe.
final class FloatTile {

  static final int SIZE = 1024;

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Zeros behind the last part.
  final float[] floats = new float[SIZE];

  final int[] bits = new int[SIZE];

  /// The codes as ordered numbers; not of integers, nor where [#hasFloatCodes].
  final int[] ordered = new int[SIZE];

  private final ElementType type;
  private final boolean isSplit;
  private final short[] shorts = new short[SIZE];
  private final int[] words = new int[SIZE / 2];

  /// By code, of dtypes of at most 8 bits: the numbers, and the codes as ordered numbers.
  private final float[] numbers;

  private final int[] orders;

  /// @param type one that [#holds]
  /// @param isSplit true if the parts of even indexes may stand before the others
  FloatTile(ElementType type, boolean isSplit) {
    this.type = type;
    this.isSplit = isSplit && type.dtype() == Dtype.BF16;
    int codeCount = type.partBits() <= Byte.SIZE ? 1 << type.partBits() : 0;
    numbers = new float[codeCount];
    orders = new int[codeCount];
    for (int code = 0; code < codeCount; code++) {
      numbers[code] = (float) type.toDouble(code);
      orders[code] = (int) PartPair.ordered(type, code);
    }
  }

  /// True if a `float` holds every number of a dtype.
  static boolean holds(ElementType type) {
    return type.partBits() <= (type.isInteger() ? Short.SIZE : Float.SIZE);
  }

  /// True if the codes of a dtype are the upper bits of the same numbers as floats.
  static boolean hasFloatCodes(ElementType type) {
    return type.dtype() == Dtype.F32 || type.dtype() == Dtype.C64 || type.dtype() == Dtype.BF16;
  }

  /// @param first index of a part, a multiple of 16, counted from the first of the bytes
  /// @param count at most [#SIZE]
  void read(MemorySegment bytes, int first, int count) {
    switch (type.dtype()) {
      case F32, C64 -> MemorySegment.copy(bytes, INT, 4L * first, bits, 0, count);
      case BF16 -> {
        if (isSplit && count == SIZE) {
          splitWords(bytes, first);
        } else {
          readShorts(bytes, first, count);
          for (int i = 0; i < count; i++) {
            bits[i] = shorts[i] << Short.SIZE;
          }
        }
      }
      case F16 -> {
        readShorts(bytes, first, count);
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

  private void readShorts(MemorySegment bytes, int first, int count) {
    MemorySegment.copy(bytes, SHORT, 2L * first, shorts, 0, count);
  }

  /// Makes two numbers of each word, which takes a fraction of the time of making one of each half.
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

  /// Copies the bits of floats, which is faster than to turn each into an integer.
  static void copyBits(float[] from, int[] to) {
    MemorySegment.copy(MemorySegment.ofArray(from), ValueLayout.JAVA_INT, 0, to, 0, from.length);
  }

  /// The number in the tile of the part that stands at an index.
  ///
  /// @param count of the parts that were read
  int partAt(int index, int count) {
    return isSplit && count == SIZE ? 2 * index % SIZE + 2 * index / SIZE : index;
  }
}
