package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.ByteRange;

/// The bit layout of the codes of a weight matrix in the tensor that stores them. Immutable.
sealed interface Codes {

  int bits();

  void read(PartBytes bytes, long row, long first, int count, int[] target) throws IOException;

  /// Reads the bytes of rows in advance, if they are adjacent.
  void prepare(PartBytes bytes, long row, int rows) throws IOException;

  /// Returns the position of the lowest bit of a code, counted from the lowest bit of the first
  /// byte of the part.
  long firstBit(long row, long column);

  /// Returns the bytes of a code, or of its lower bits if the code is split, as offsets from the
  /// first byte of the part.
  default ByteRange bytes(long row, long column) {
    long bit = firstBit(row, column);
    return new ByteRange(bit / Byte.SIZE, Math.ceilDiv(bit + bits(), (long) Byte.SIZE));
  }

  /// Returns the first code whose lowest bit is in a byte. In padding, it is outside the matrix.
  Cell at(long byteOffset);

  record Cell(long row, long column) {}

  /// Codes packed along rows, lowest bit first.
  ///
  /// @param bits the width of a code, at most 8
  /// @param perWord the number of codes in a 32-bit word with unused remaining bits, or 0 if codes
  ///   may cross word boundaries
  /// @param order the positions of eight 4-bit codes in a word
  record Rows(long rowBytes, int bits, int perWord, int[] order) implements Codes {

    static final int[] ASCENDING = {0, 1, 2, 3, 4, 5, 6, 7};
    static final int[] HIGH_FIRST = {1, 0, 3, 2, 5, 4, 7, 6};
    static final int[] AWQ = {0, 4, 1, 5, 2, 6, 3, 7};

    Rows(long rowBytes, int bits) {
      this(rowBytes, bits, 0, ASCENDING);
    }

    @Override
    public void read(PartBytes bytes, long row, long first, int count, int[] target)
        throws IOException {
      // Permuted codes are read as whole words.
      long inWord = order == AWQ ? 7 : 0;
      long begin = firstBit(0, first & ~inWord) / Byte.SIZE;
      long last = firstBit(0, first + count - 1 | inWord);
      long end = Math.ceilDiv(last + bits, (long) Byte.SIZE);
      int at = bytes.locate(row * rowBytes + begin, (int) (end - begin));
      byte[] window = bytes.window();
      // Separate loops for the common widths, because dequantizing is 1.5 times as fast.
      if (bits == Byte.SIZE) {
        for (int i = 0; i < count; i++) {
          target[i] = window[at + i] & 0xff;
        }
      } else if (bits == 4) {
        int wordAt = at + (int) ((first & -8L) / 2 - begin);
        int skipped = (int) first & 7;
        for (int i = 0; i < count; i++) {
          int column = skipped + i;
          int place = (column & -8) + order[column & 7];
          target[i] = window[wordAt + (place >>> 1)] >>> (place & 1) * 4 & 0xf;
        }
      } else {
        int mask = (1 << bits) - 1;
        for (int i = 0; i < count; i++) {
          int bit = (int) (firstBit(0, first + i) - begin * Byte.SIZE);
          int index = at + (bit >>> 3);
          int pair = window[index] & 0xff | (window[index + 1] & 0xff) << Byte.SIZE;
          target[i] = pair >>> (bit & 7) & mask;
        }
      }
    }

    @Override
    public void prepare(PartBytes bytes, long row, int rows) throws IOException {
      bytes.locate(row * rowBytes, Math.toIntExact(rows * rowBytes));
    }

    @Override
    public long firstBit(long row, long column) {
      long rowBit = row * rowBytes * Byte.SIZE;
      if (bits == 4) {
        return rowBit + ((column & -8L) + order[(int) column & 7]) * bits;
      }
      return perWord == 0
          ? rowBit + column * bits
          : rowBit + column / perWord * Integer.SIZE + column % perWord * bits;
    }

    @Override
    public Cell at(long byteOffset) {
      long byteInRow = byteOffset % rowBytes;
      long word = byteInRow / Integer.BYTES;
      long column = perWord == 0 ? word * Integer.SIZE / bits : word * perWord;
      long last = perWord == 0 ? Long.MAX_VALUE : column + perWord - 1;
      while (column < last && firstBit(0, column) / Byte.SIZE != byteInRow) {
        column++;
      }
      return new Cell(byteOffset / rowBytes, column);
    }
  }

  /// Codes of a matrix in units of 1 or 4 bytes, with one code of each column per unit. A unit
  /// contains codes of consecutive rows, the first one in the lowest bits, or codes at the same
  /// position of all slices of the rows.
  ///
  /// @param width the number of units in a row, equal to the number of columns
  /// @param sliceRows the number of rows in a slice, or 0 for consecutive rows
  /// @param firstShift the position of the first slice's codes in a unit, in bits
  /// @param step the distance from one slice's codes to the next in a unit, in bits
  record Units(int unitBytes, long width, int bits, long sliceRows, int firstShift, int step)
      implements Codes {

    private static final VarHandle WORD =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    Units(long width, int bits) {
      this(Integer.BYTES, width, bits, 0, 0, 0);
    }

    private long unitRow(long row) {
      return sliceRows == 0 ? row * bits / Integer.SIZE : row % sliceRows;
    }

    private int shift(long row) {
      return sliceRows == 0
          ? (int) (row * bits % Integer.SIZE)
          : firstShift + (int) (row / sliceRows) * step;
    }

    static int word(byte[] bytes, int index) {
      return (int) WORD.get(bytes, index);
    }

    @Override
    public void read(PartBytes bytes, long row, long first, int count, int[] target)
        throws IOException {
      int shift = shift(row);
      int mask = (1 << bits) - 1;
      long offset = (unitRow(row) * width + first) * unitBytes;
      int at = bytes.locate(offset, count * unitBytes);
      byte[] window = bytes.window();
      for (int i = 0; i < count; i++) {
        int unit = unitBytes == 1 ? window[at + i] & 0xff : word(window, at + i * Integer.BYTES);
        target[i] = unit >>> shift & mask;
      }
      int missing = shift + bits - unitBytes * Byte.SIZE;
      if (missing > 0) {
        at = bytes.locate(offset + width * unitBytes, count * unitBytes);
        window = bytes.window();
        for (int i = 0; i < count; i++) {
          target[i] |= word(window, at + i * Integer.BYTES) << bits - missing & mask;
        }
      }
    }

    @Override
    public void prepare(PartBytes bytes, long row, int rows) throws IOException {
      if (sliceRows == 0) {
        long first = unitRow(row);
        long count = ((row + rows) * bits - 1) / Integer.SIZE - first + 1;
        bytes.locate(first * width * unitBytes, Math.toIntExact(count * width * unitBytes));
      }
    }

    @Override
    public long firstBit(long row, long column) {
      return (unitRow(row) * width + column) * unitBytes * Byte.SIZE + shift(row);
    }

    @Override
    public ByteRange bytes(long row, long column) {
      ByteRange all = Codes.super.bytes(row, column);
      long unitEnd = (all.begin() / unitBytes + 1) * unitBytes;
      return new ByteRange(all.begin(), Math.min(all.end(), unitEnd));
    }

    @Override
    public Cell at(long byteOffset) {
      long unit = byteOffset / unitBytes;
      long bit = byteOffset % unitBytes * Byte.SIZE;
      if (sliceRows == 0) {
        long row = Math.ceilDiv(unit / width * Integer.SIZE + bit, (long) bits);
        return new Cell(row, unit % width);
      }
      long slice = 0;
      while (step != 0 && (firstShift + slice * step) / Byte.SIZE != bit / Byte.SIZE) {
        slice++;
      }
      return new Cell(slice * sliceRows + unit / width, unit % width);
    }
  }
}
