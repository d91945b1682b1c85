package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.ByteRange;

/// Reads the codes of a matrix in a specific layout. Not thread-safe.
sealed interface Codes {

  /// Reads consecutive codes of a row.
  ///
  /// @param target receives the codes, from index 0
  void read(long row, long first, int count, int[] target) throws IOException;

  /// Returns true if [#count] supports these rows.
  ///
  /// @param groupLength the number of columns in a group
  default boolean canCount(long row, int rows, long groupLength) {
    return false;
  }

  /// A rectangle of adjacent groups.
  ///
  /// @param first the first column, at the beginning of a group
  /// @param columns the number of columns; the last group may be incomplete
  record Area(long row, int rows, long first, int columns, int groupLength) {}

  /// Counts the codes of an area by group.
  ///
  /// @param firstGroup the index in the counts of the first group
  default void count(Area area, CodeCounts counts, int firstGroup) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Reads the bytes of rows in advance.
  default void prepare(long row, int rows) throws IOException {}

  /// Returns the position of the lowest bit of a code, counted from the lowest bit of the first
  /// byte of the part. Like the following methods, reads nothing.
  long firstBit(long row, long column);

  int bits();

  /// Returns the bytes that contain a code, or its lower bits if the code is split, as offsets from
  /// the first byte of the part.
  default ByteRange bytes(long row, long column) {
    long bit = firstBit(row, column);
    return new ByteRange(bit / Byte.SIZE, Math.ceilDiv(bit + bits(), (long) Byte.SIZE));
  }

  /// Returns the first code whose lowest bit is in a byte. In a padded part, the code may be
  /// outside the matrix.
  Cell at(long byteOffset);

  record Cell(long row, long column) {}

  /// Opens codes for use by one thread. Thread-safe.
  @FunctionalInterface
  interface Opening {
    Codes open();
  }

  /// Codes packed along rows, lowest bit first.
  ///
  /// @param rowBytes the number of bytes from one row to the next
  /// @param bits the width of a code, at most 8
  /// @param perWord the number of codes in a 32-bit word with unused remaining bits, or 0 if codes
  ///   may cross word boundaries
  /// @param order the positions of eight 4-bit codes in a word
  record Rows(PartBytes bytes, long rowBytes, int bits, int perWord, int[] order) implements Codes {

    static final int[] ASCENDING = {0, 1, 2, 3, 4, 5, 6, 7};
    static final int[] HIGH_FIRST = {1, 0, 3, 2, 5, 4, 7, 6};
    static final int[] AWQ = {0, 4, 1, 5, 2, 6, 3, 7};

    Rows(PartBytes bytes, long rowBytes, int bits) {
      this(bytes, rowBytes, bits, 0, ASCENDING);
    }

    @Override
    public void read(long row, long first, int count, int[] target) throws IOException {
      switch (bits) {
        case 8 -> readBytes(row * rowBytes + first, count, target);
        case 4 -> readNibbles(row, first, count, target);
        default -> readBits(row, first, count, target);
      }
    }

    @Override
    public boolean canCount(long row, int rows, long groupLength) {
      return perWord == 0 && groupLength % 2 == 0 && (bits == 8 || bits == 4 && order != AWQ);
    }

    @Override
    public void prepare(long row, int rows) throws IOException {
      bytes.locate(row * rowBytes, Math.toIntExact(rows * rowBytes));
    }

    @Override
    public void count(Area area, CodeCounts counts, int firstGroup) throws IOException {
      int group = firstGroup;
      for (int begin = 0; begin < area.columns; begin += area.groupLength) {
        int length = Math.min(area.groupLength, area.columns - begin);
        long column = area.first + begin;
        if (bits == 8) {
          long offset = area.row * rowBytes + column;
          counts.countBytes(bytes, offset, rowBytes, area.rows, length, group);
        } else {
          for (int i = 0; i < area.rows; i++) {
            int at = bytes.locate((area.row + i) * rowBytes + column / 2, (length + 1) / 2);
            counts.countNibbles(bytes.window(), at, length, order == HIGH_FIRST, group);
          }
        }
        group++;
      }
    }

    private void readBytes(long offset, int count, int[] target) throws IOException {
      int at = bytes.locate(offset, count);
      byte[] window = bytes.window();
      for (int i = 0; i < count; i++) {
        target[i] = window[at + i] & 0xff;
      }
    }

    private void readNibbles(long row, long first, int count, int[] target) throws IOException {
      // Permuted codes are read as whole words.
      long begin = order == AWQ ? first & -8L : first & -2L;
      long end = order == AWQ ? first + count + 7 & -8L : first + count + 1 & -2L;
      int at = bytes.locate(row * rowBytes + begin / 2, (int) (end - begin) / 2);
      byte[] window = bytes.window();
      int skipped = (int) (first - begin);
      if (order == AWQ) {
        for (int i = 0; i < count; i++) {
          int column = skipped + i;
          int place = order[column & 7];
          target[i] = window[at + (column >>> 3) * 4 + (place >>> 1)] >>> (place & 1) * 4 & 0xf;
        }
      } else {
        int flip = order == HIGH_FIRST ? 1 : 0;
        for (int i = 0; i < count; i++) {
          int column = skipped + i;
          target[i] = window[at + (column >>> 1)] >>> ((column & 1 ^ flip) << 2) & 0xf;
        }
      }
    }

    @Override
    public long firstBit(long row, long column) {
      long inRow = bits == 4 ? ((column & -8L) + order[(int) column & 7]) * bits : firstBit(column);
      return row * rowBytes * Byte.SIZE + inRow;
    }

    @Override
    public Cell at(long byteOffset) {
      long bit = byteOffset % rowBytes * Byte.SIZE;
      long word = bit / Integer.SIZE;
      int bitInWord = (int) (bit % Integer.SIZE);
      long column =
          perWord == 0
              ? Math.ceilDiv(bit, (long) bits)
              : word * perWord + Math.min(perWord - 1, Math.ceilDiv(bitInWord, bits));
      if (bits == 4) {
        int first = 0;
        while (order[first] / 2 != bitInWord / Byte.SIZE) {
          first++;
        }
        column = word * Byte.SIZE + first;
      }
      return new Cell(byteOffset / rowBytes, column);
    }

    private long firstBit(long column) {
      return perWord == 0
          ? column * bits
          : column / perWord * Integer.SIZE + column % perWord * bits;
    }

    private void readBits(long row, long first, int count, int[] target) throws IOException {
      long begin = firstBit(first) / Byte.SIZE;
      long end = Math.ceilDiv(firstBit(first + count - 1) + bits, (long) Byte.SIZE);
      int at = bytes.locate(row * rowBytes + begin, (int) (end - begin));
      byte[] window = bytes.window();
      int mask = (1 << bits) - 1;
      for (int i = 0; i < count; i++) {
        long bit = firstBit(first + i);
        int index = at + (int) (bit / Byte.SIZE - begin);
        int pair = window[index] & 0xff | (window[index + 1] & 0xff) << Byte.SIZE;
        target[i] = pair >>> (int) (bit % Byte.SIZE) & mask;
      }
    }
  }

  /// Codes packed along columns into 32-bit words, lowest bit first.
  ///
  /// @param width the number of words in a row
  record Columns(PartBytes bytes, PartBytes next, long width, int bits) implements Codes {

    Columns(PartBytes bytes, long width, int bits) {
      this(bytes, new PartBytes(bytes.data), width, bits);
    }

    private static final int PER_WORD = 8;

    /// The number of words of 4-bit codes counted at a time.
    private static final int WORDS_TOGETHER = 8;

    private static final VarHandle WORD =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    @Override
    public void read(long row, long first, int count, int[] target) throws IOException {
      long bit = row * bits;
      int shift = (int) (bit % Integer.SIZE);
      long offset = (bit / Integer.SIZE * width + first) * Integer.BYTES;
      int mask = (1 << bits) - 1;
      int at = bytes.locate(offset, count * Integer.BYTES);
      byte[] window = bytes.window();
      for (int i = 0; i < count; i++) {
        target[i] = (int) WORD.get(window, at + i * Integer.BYTES) >>> shift & mask;
      }
      int missing = shift + bits - Integer.SIZE;
      if (missing > 0) {
        int below = next.locate(offset + width * Integer.BYTES, count * Integer.BYTES);
        byte[] words = next.window();
        for (int i = 0; i < count; i++) {
          int high = (int) WORD.get(words, below + i * Integer.BYTES);
          target[i] |= high << bits - missing & mask;
        }
      }
    }

    @Override
    public boolean canCount(long row, int rows, long groupLength) {
      return bits == 4 && row % PER_WORD == 0 && rows % PER_WORD == 0;
    }

    @Override
    public void count(Area area, CodeCounts counts, int firstGroup) throws IOException {
      // Column by column, although the words of a column are not adjacent in memory.
      int columns = area.columns;
      int wordCount = area.rows / PER_WORD;
      int padded = Math.ceilDiv(wordCount, WORDS_TOGETHER) * WORDS_TOGETHER;
      int[] words = new int[columns * padded];
      for (int i = 0; i < wordCount; i++) {
        long offset = ((area.row / PER_WORD + i) * width + area.first) * Integer.BYTES;
        int at = bytes.locate(offset, columns * Integer.BYTES);
        byte[] window = bytes.window();
        for (int column = 0; column < columns; column++) {
          words[column * padded + i] = (int) WORD.get(window, at + column * Integer.BYTES);
        }
      }
      for (int column = 0; column < columns; column++) {
        int group = firstGroup + column / area.groupLength;
        for (int i = column * padded; i < (column + 1) * padded; i += WORDS_TOGETHER) {
          counts.count64(
              pair(words, i), pair(words, i + 2), pair(words, i + 4), pair(words, i + 6), group);
        }
        counts.counts()[group] -= (padded - wordCount) * PER_WORD;
      }
    }

    private static long pair(int[] words, int index) {
      return Integer.toUnsignedLong(words[index]) | (long) words[index + 1] << Integer.SIZE;
    }

    @Override
    public void prepare(long row, int rows) throws IOException {
      long first = row * bits / Integer.SIZE;
      long words = ((row + rows) * bits - 1) / Integer.SIZE - first + 1;
      bytes.locate(first * width * Integer.BYTES, Math.toIntExact(words * width * Integer.BYTES));
    }

    @Override
    public long firstBit(long row, long column) {
      long bit = row * bits;
      return (bit / Integer.SIZE * width + column) * Integer.SIZE + bit % Integer.SIZE;
    }

    @Override
    public ByteRange bytes(long row, long column) {
      ByteRange all = Codes.super.bytes(row, column);
      long wordEnd = (all.begin() / Integer.BYTES + 1) * Integer.BYTES;
      return new ByteRange(all.begin(), Math.min(all.end(), wordEnd));
    }

    @Override
    public Cell at(long byteOffset) {
      long word = byteOffset / Integer.BYTES;
      long bit = word / width * Integer.SIZE + byteOffset % Integer.BYTES * Byte.SIZE;
      return new Cell(Math.ceilDiv(bit, (long) bits), word % width);
    }
  }

  /// Codes of a matrix whose rows are divided into slices. Codes at the same position of all slices
  /// share a unit.
  ///
  /// @param unitBytes the size of a unit in bytes: 1 or 4
  /// @param width the number of units in a row, equal to the number of columns
  /// @param sliceRows the number of rows in a slice
  /// @param firstShift the position of the first slice's codes in a unit, in bits
  /// @param step the distance from one slice's codes to the next in a unit, in bits
  record Slices(
      PartBytes bytes,
      int unitBytes,
      long width,
      long sliceRows,
      int bits,
      int firstShift,
      int step)
      implements Codes {

    @Override
    public void read(long row, long first, int count, int[] target) throws IOException {
      int shift = firstShift + (int) (row / sliceRows) * step;
      long offset = (row % sliceRows * width + first) * unitBytes;
      int at = bytes.locate(offset, count * unitBytes);
      byte[] window = bytes.window();
      int mask = (1 << bits) - 1;
      for (int i = 0; i < count; i++) {
        int unit =
            unitBytes == 1
                ? window[at + i] & 0xff
                : (int) Columns.WORD.get(window, at + i * Integer.BYTES);
        target[i] = unit >>> shift & mask;
      }
    }

    @Override
    public long firstBit(long row, long column) {
      long unit = row % sliceRows * width + column;
      return unit * unitBytes * Byte.SIZE + firstShift + row / sliceRows * step;
    }

    @Override
    public Cell at(long byteOffset) {
      long unit = byteOffset / unitBytes;
      long slice = 0;
      long byteInUnit = byteOffset % unitBytes;
      while (step != 0 && (firstShift + slice * step) / Byte.SIZE != byteInUnit) {
        slice++;
      }
      return new Cell(slice * sliceRows + unit / width, unit % width);
    }
  }
}
