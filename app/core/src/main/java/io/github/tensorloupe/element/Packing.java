package io.github.tensorloupe.element;

import module java.base;

/// Where the bits of a code lie among the bytes: little-endian, from the lowest bit up.
///
/// Codes of less than a byte form one stream of bits, lowest bit first: of two 4-bit codes the
/// first is in the low half of the byte, and four 6-bit codes fill three bytes. The format itself
/// says nothing about it; for 4 bits this is what the common producers write, for 6 bits a
/// convention.
final class Packing {

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Packing() {}

  /// One code, in the low bits.
  ///
  /// @param width 4, 6, 8, 16, 32 or 64 bits
  static long code(MemorySegment bytes, int width, long index) {
    return switch (width) {
      case 4 -> nibble(bytes, index);
      case 6 -> sixBits(bytes, index);
      case 8 -> bytes.get(BYTE, index) & 0xffL;
      case 16 -> bytes.get(SHORT, index * 2) & 0xffffL;
      case 32 -> bytes.get(INT, index * 4) & 0xffff_ffffL;
      case 64 -> bytes.get(LONG, index * 8);
      default -> throw new IllegalArgumentException("no codes of " + width + " bits");
    };
  }

  /// Codes one after the other, into the beginning of an array.
  ///
  /// @param width 4, 6, 8, 16, 32 or 64 bits
  static void codes(MemorySegment bytes, int width, long firstIndex, long[] target, int count) {
    switch (width) {
      case 4 -> {
        for (int i = 0; i < count; i++) {
          target[i] = nibble(bytes, firstIndex + i);
        }
      }
      case 6 -> {
        for (int i = 0; i < count; i++) {
          target[i] = sixBits(bytes, firstIndex + i);
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          target[i] = bytes.get(BYTE, firstIndex + i) & 0xffL;
        }
      }
      case 16 -> {
        for (int i = 0; i < count; i++) {
          target[i] = bytes.get(SHORT, (firstIndex + i) * 2) & 0xffffL;
        }
      }
      case 32 -> {
        for (int i = 0; i < count; i++) {
          target[i] = bytes.get(INT, (firstIndex + i) * 4) & 0xffff_ffffL;
        }
      }
      case 64 -> MemorySegment.copy(bytes, LONG, firstIndex * 8, target, 0, count);
      default -> throw new IllegalArgumentException("no codes of " + width + " bits");
    }
  }

  /// Writes one code; the bits around it stay.
  ///
  /// @param width 4, 6, 8, 16, 32 or 64 bits
  static void put(MemorySegment bytes, int width, long index, long code) {
    switch (width) {
      case 4, 6 -> putBits(bytes, width, index, code);
      case 8 -> bytes.set(BYTE, index, (byte) code);
      case 16 -> bytes.set(SHORT, index * 2, (short) code);
      case 32 -> bytes.set(INT, index * 4, (int) code);
      case 64 -> bytes.set(LONG, index * 8, code);
      default -> throw new IllegalArgumentException("no codes of " + width + " bits");
    }
  }

  private static long nibble(MemorySegment bytes, long index) {
    return bytes.get(BYTE, index >>> 1) >>> (int) (index & 1) * 4 & 0xf;
  }

  private static long sixBits(MemorySegment bytes, long index) {
    long byteOffset = firstByte(index, 6);
    int shift = firstBit(index, 6);
    int bits = bytes.get(BYTE, byteOffset) & 0xff;
    if (shift > 2) {
      bits |= bytes.get(BYTE, byteOffset + 1) << 8;
    }
    return bits >>> shift & 0x3f;
  }

  private static void putBits(MemorySegment bytes, int width, long index, long code) {
    long byteOffset = firstByte(index, width);
    int shift = firstBit(index, width);
    int mask = (1 << width) - 1 << shift;
    int bits = (int) code << shift;
    for (long at = byteOffset; (mask & 0xffff) != 0; at++, mask >>>= 8, bits >>>= 8) {
      bytes.set(BYTE, at, (byte) (bytes.get(BYTE, at) & ~mask | bits & mask));
    }
  }

  /// Written so that no index overflows: counted in bytes first, then in the bits left over.
  private static long firstByte(long index, int width) {
    return (index >>> 3) * width + ((index & 7) * width >>> 3);
  }

  private static int firstBit(long index, int width) {
    return (int) ((index & 7) * width & 7);
  }
}
