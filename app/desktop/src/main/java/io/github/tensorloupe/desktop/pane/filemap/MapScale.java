package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;

/// Which bytes each column of a map stands for that shows a file from left to right.
///
/// @param fileLength the bytes that are there
/// @param wholeLength the bytes of the map that is not zoomed, at least one: also some that are
///   missing
/// @param begin the first byte that is shown
/// @param shownLength how many bytes are shown, at least one
/// @param columnCount how many columns there are, at least one
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

  /// The scale for a whole file. What is missing takes no more than half of the map.
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

  /// The same file with as many bytes shown as wanted, as far as there are as many, and one byte
  /// kept in its column as far as the ends allow.
  ///
  /// @param kept a byte that is shown
  /// @param wantedLength of the bytes that are to be shown
  public MapScale zoom(long kept, double wantedLength) {
    long least = Math.min(wholeLength, columnCount);
    long length = Math.clamp((long) wantedLength, least, wholeLength);
    double place = (double) (kept - begin) / shownLength;
    return at(kept - (long) (place * length), length);
  }

  /// The same file from another byte on, as far as the ends allow.
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

  /// True if bytes of a range are shown.
  public boolean shows(ByteRange range) {
    return range.end() > begin && range.begin() < begin + shownLength;
  }

  public boolean shows(long byteOffset) {
    return byteOffset >= begin && byteOffset < begin + shownLength;
  }

  /// The column of a byte; of one that is not shown the nearest.
  public int column(long byteOffset) {
    double share = (double) Math.clamp(byteOffset - begin, 0, shownLength - 1) / shownLength;
    return Math.min(columnCount - 1, (int) (share * columnCount));
  }

  /// The last column of a range that is shown. A byte may take several columns.
  public int lastColumn(ByteRange range) {
    int before = range.end() < begin + shownLength ? column(range.end()) : columnCount;
    return Math.max(column(range.end() - 1), before - 1);
  }

  /// The first byte of a column.
  public long begin(int column) {
    double place = (double) column / columnCount * shownLength;
    long inside = (long) (shownLength < columnCount ? Math.floor(place) : Math.ceil(place));
    return begin + Math.min(shownLength - 1, inside);
  }

  /// The bytes of a column, at least one.
  public ByteRange bytes(int column) {
    long first = begin(column);
    long end = column + 1 < columnCount ? begin(column + 1) : begin + shownLength;
    return new ByteRange(first, Math.max(first + 1, end));
  }

  /// The column of the first byte that is missing; the number of columns where none is.
  public int firstMissing() {
    return begin + shownLength > fileLength ? column(fileLength) : columnCount;
  }
}
