package io.github.tensorloupe.quantization;

import module java.base;

/// The frequencies of codes by group, for 4-bit and 8-bit codes.
///
/// @param counts the frequency of code c in group g at index g + c × stride
record CodeCounts(int[] counts, int stride) {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOWEST_BITS = 0x1111_1111_1111_1111L;

  private static final int BYTES = 1 << Byte.SIZE;

  /// Counts the bytes of a rectangle.
  ///
  /// @param offset offset of the first byte from the beginning of the part
  /// @param rowBytes the number of bytes from one row to the next
  void countBytes(PartBytes bytes, long offset, long rowBytes, int rows, int columns, int group)
      throws IOException {
    // Two tables, because incrementing one counter twice in a row stalls. Local, because the
    // compiler omits the bounds checks for local arrays of this length.
    int[] table = new int[2 * BYTES];
    for (int i = 0; i < rows; i++) {
      int at = bytes.locate(offset + i * rowBytes, columns);
      byte[] window = bytes.window();
      int end = at + columns;
      for (; at + Long.BYTES <= end; at += Long.BYTES) {
        long word = (long) LONG.get(window, at);
        int low = (int) word;
        int high = (int) (word >>> Integer.SIZE);
        table[low & 0xff]++;
        table[low >>> 8 & 0xff | BYTES]++;
        table[low >>> 16 & 0xff]++;
        table[low >>> 24 | BYTES]++;
        table[high & 0xff]++;
        table[high >>> 8 & 0xff | BYTES]++;
        table[high >>> 16 & 0xff]++;
        table[high >>> 24 | BYTES]++;
      }
      for (; at < end; at++) {
        table[window[at] & 0xff]++;
      }
    }
    for (int code = 0; code < BYTES; code++) {
      counts[group + code * stride] += table[code] + table[BYTES + code];
    }
  }

  /// Counts consecutive codes that start at a byte boundary.
  ///
  /// @param isHighFirst true if the upper half of each byte is the first code
  void countNibbles(byte[] window, int begin, int columns, boolean isHighFirst, int group) {
    int at = begin;
    int left = columns;
    for (; left >= 64; left -= 64, at += 32) {
      count64(
          (long) LONG.get(window, at),
          (long) LONG.get(window, at + 8),
          (long) LONG.get(window, at + 16),
          (long) LONG.get(window, at + 24),
          group);
    }
    if (left >= 32) {
      long low = (long) LONG.get(window, at);
      count64(low, (long) LONG.get(window, at + 8), 0, 0, group);
      counts[group] -= 32;
      left -= 32;
      at += 16;
    }
    int flip = isHighFirst ? 1 : 0;
    for (int i = 0; i < left; i++) {
      int code = window[at + (i >>> 1)] >>> ((i & 1 ^ flip) << 2) & 0xf;
      counts[group + code * stride]++;
    }
  }

  /// Counts 64 codes in four words. Transposes them to one word per bit of a code.
  void count64(long a, long b, long c, long d, int group) {
    long bit0 = plane(a, b, c, d, 0);
    long bit1 = plane(a, b, c, d, 1);
    long bit2 = plane(a, b, c, d, 2);
    long bit3 = plane(a, b, c, d, 3);
    int at = group;
    for (int high = 0; high < 4; high++) {
      // The bit plane, inverted if the corresponding bit of the code is 0.
      long upper = (bit3 ^ (high >> 1) - 1L) & (bit2 ^ (high & 1) - 1L);
      counts[at] += Long.bitCount(upper & ~bit1 & ~bit0);
      counts[at + stride] += Long.bitCount(upper & ~bit1 & bit0);
      counts[at + 2 * stride] += Long.bitCount(upper & bit1 & ~bit0);
      counts[at + 3 * stride] += Long.bitCount(upper & bit1 & bit0);
      at += 4 * stride;
    }
  }

  private static long plane(long a, long b, long c, long d, int bit) {
    return a >>> bit & LOWEST_BITS
        | (b >>> bit & LOWEST_BITS) << 1
        | (c >>> bit & LOWEST_BITS) << 2
        | (d >>> bit & LOWEST_BITS) << 3;
  }
}
