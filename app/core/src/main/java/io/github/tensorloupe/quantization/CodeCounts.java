package io.github.tensorloupe.quantization;

import module java.base;

/// The frequencies of 4-bit or 8-bit codes by group.
///
/// @param counts the frequency of code c in group g at index g + c × stride
record CodeCounts(int[] counts, int stride) {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOWEST_BITS = 0x1111_1111_1111_1111L;
  private static final int BYTES = 1 << Byte.SIZE;
  private static final int PER_WORD = 8;
  private static final int WORDS_TOGETHER = 8;

  /// A rectangle of adjacent groups.
  ///
  /// @param first the first column, at the beginning of a group
  /// @param columns the number of columns; the last group may be incomplete
  record Area(long row, int rows, long first, int columns, int groupLength) {}

  static boolean canCount(Codes codes, long row, int rows, long groupLength) {
    return switch (codes) {
      case Codes.Rows(_, int bits, int perWord, int[] order) ->
          perWord == 0
              && groupLength % 2 == 0
              && (bits == 8 || bits == 4 && order != Codes.Rows.AWQ);
      case Codes.Units(_, _, int bits, long sliceRows, _, _) ->
          bits == 4 && sliceRows == 0 && row % PER_WORD == 0 && rows % PER_WORD == 0;
    };
  }

  void count(Codes codes, PartBytes bytes, Area area, int firstGroup) throws IOException {
    switch (codes) {
      case Codes.Rows rows -> countRows(rows, bytes, area, firstGroup);
      case Codes.Units units -> countWords(units.width(), bytes, area, firstGroup);
    }
  }

  private void countRows(Codes.Rows codes, PartBytes bytes, Area area, int firstGroup)
      throws IOException {
    int group = firstGroup;
    for (int begin = 0; begin < area.columns; begin += area.groupLength) {
      int length = Math.min(area.groupLength, area.columns - begin);
      long offset = area.row * codes.rowBytes() + (area.first + begin) * codes.bits() / Byte.SIZE;
      if (codes.bits() == Byte.SIZE) {
        countBytes(bytes, offset, codes.rowBytes(), area.rows, length, group);
      } else {
        boolean isHighFirst = codes.order() == Codes.Rows.HIGH_FIRST;
        for (int i = 0; i < area.rows; i++) {
          int at = bytes.locate(offset + i * codes.rowBytes(), (length + 1) / 2);
          countNibbles(bytes.window(), at, length, isHighFirst, group);
        }
      }
      group++;
    }
  }

  private void countBytes(
      PartBytes bytes, long offset, long rowBytes, int rows, int columns, int group)
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
        for (int pair = 0; pair < Long.BYTES / 2; pair++) {
          table[(int) word & 0xff]++;
          table[(int) word >>> Byte.SIZE & 0xff | BYTES]++;
          word >>>= 2 * Byte.SIZE;
        }
      }
      for (; at < end; at++) {
        table[window[at] & 0xff]++;
      }
    }
    for (int code = 0; code < BYTES; code++) {
      counts[group + code * stride] += table[code] + table[BYTES + code];
    }
  }

  private void countNibbles(byte[] window, int begin, int columns, boolean isHighFirst, int group) {
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
      count64((long) LONG.get(window, at), (long) LONG.get(window, at + 8), 0, 0, group);
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

  /// Counts column by column, although the words of a column are not adjacent in memory.
  private void countWords(long width, PartBytes bytes, Area area, int firstGroup)
      throws IOException {
    int wordCount = area.rows / PER_WORD;
    int padded = Math.ceilDiv(wordCount, WORDS_TOGETHER) * WORDS_TOGETHER;
    long[] words = new long[area.columns * padded];
    for (int i = 0; i < wordCount; i++) {
      long offset = ((area.row / PER_WORD + i) * width + area.first) * Integer.BYTES;
      int at = bytes.locate(offset, area.columns * Integer.BYTES);
      byte[] window = bytes.window();
      for (int column = 0; column < area.columns; column++) {
        words[column * padded + i] =
            Integer.toUnsignedLong(Codes.Units.word(window, at + column * Integer.BYTES));
      }
    }
    for (int column = 0; column < area.columns; column++) {
      int group = firstGroup + column / area.groupLength;
      for (int i = column * padded; i < (column + 1) * padded; i += WORDS_TOGETHER) {
        count64(
            words[i] | words[i + 1] << Integer.SIZE,
            words[i + 2] | words[i + 3] << Integer.SIZE,
            words[i + 4] | words[i + 5] << Integer.SIZE,
            words[i + 6] | words[i + 7] << Integer.SIZE,
            group);
      }
      counts[group] -= (padded - wordCount) * PER_WORD;
    }
  }

  /// Counts 64 codes in four words. Transposes them to one word per bit of a code.
  private void count64(long a, long b, long c, long d, int group) {
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
