package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;

/// The mapping between the columns of a map and the bytes of a file, from left to right.
///
/// @param fileLength the number of bytes in the file
/// @param wholeLength the number of bytes in the map without zoom, at least one; may include
///   missing bytes
/// @param begin the first shown byte
/// @param shownLength the number of shown bytes, at least one
/// @param columnCount the number of columns, at least one
public record MapScale(
    long fileLength, long wholeLength, long begin, long shownLength, int columnCount) {

  public MapScale {
    if (wholeLength < Math.max(1, fileLength)
        || columnCount < 1
        || shownLength < 1
        || begin < 0
        || begin > wholeLength - shownLength) {
      throw new IllegalArgumentException(
          "%d bytes from %d of %d in %d columns"
              .formatted(shownLength, begin, wholeLength, columnCount));
    }
  }

  /// Returns the scale for a whole file. Missing bytes take at most half of the map.
  public static MapScale of(TensorFile file, int columnCount) {
    long length = file.bytes().length();
    long whole = Math.max(1, Math.clamp(expectedLength(file), length, 2 * length));
    return new MapScale(length, whole, 0, whole, Math.max(1, columnCount));
  }

  private static long expectedLength(TensorFile file) {
    List<TensorInfo> tensors = file.header().tensors();
    if (file.reading().dataStart().isEmpty() || tensors.isEmpty()) {
      return file.bytes().length();
    }
    long end = tensors.getLast().end();
    long expected = file.reading().dataStart().getAsLong() + end;
    return end < 0 || expected < 0 ? Long.MAX_VALUE : expected;
  }

  /// Returns a scale with another number of shown bytes, as far as possible. The given byte stays
  /// in its column unless the map would exceed the ends of the file.
  ///
  /// @param anchor a shown byte
  /// @param wantedLength the number of bytes to show
  public MapScale zoom(long anchor, double wantedLength) {
    long minLength = Math.min(wholeLength, columnCount);
    long length = Math.clamp((long) wantedLength, minLength, wholeLength);
    double place = (double) (anchor - begin) / shownLength;
    return at(anchor - (long) (place * length), length);
  }

  /// Returns a scale that starts at another byte, clamped to the ends of the file.
  public MapScale from(long first) {
    return at(first, shownLength);
  }

  private MapScale at(long first, long length) {
    return new MapScale(
        fileLength, wholeLength, Math.clamp(first, 0, wholeLength - length), length, columnCount);
  }

  public boolean isZoomed() {
    return shownLength < wholeLength;
  }

  /// Returns true if any byte of a range is shown.
  public boolean shows(ByteRange range) {
    return range.end() > begin && range.begin() < begin + shownLength;
  }

  public boolean shows(long byteOffset) {
    return byteOffset >= begin && byteOffset < begin + shownLength;
  }

  /// Returns the column of a byte, or the nearest column if the byte is not shown.
  public int column(long byteOffset) {
    double share = (double) Math.clamp(byteOffset - begin, 0, shownLength - 1) / shownLength;
    return Math.min(columnCount - 1, (int) (share * columnCount));
  }

  /// Returns the last column of a shown range. A byte may take several columns.
  public int lastColumn(ByteRange range) {
    int before = range.end() < begin + shownLength ? column(range.end()) : columnCount;
    return Math.max(column(range.end() - 1), before - 1);
  }

  /// Returns the first byte of a column.
  public long begin(int column) {
    double place = (double) column / columnCount * shownLength;
    long inside = (long) (shownLength < columnCount ? Math.floor(place) : Math.ceil(place));
    return begin + Math.min(shownLength - 1, inside);
  }

  /// Returns the bytes of a column, at least one.
  public ByteRange bytes(int column) {
    long first = begin(column);
    long end = column + 1 < columnCount ? begin(column + 1) : begin + shownLength;
    return new ByteRange(first, Math.max(first + 1, end));
  }

  /// Returns the column of the first missing byte, or the number of columns if none is missing.
  public int firstMissing() {
    return begin + shownLength > fileLength ? column(fileLength) : columnCount;
  }
}
