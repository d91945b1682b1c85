package io.github.tensorloupe.ui.filemap;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import java.util.List;

/// Which bytes each column of the map stands for.
///
/// @param fileLength the bytes that are there
/// @param shownLength the bytes that the map shows, at least one: also some that are missing
/// @param columnCount how many columns there are, at least one
record MapScale(long fileLength, long shownLength, int columnCount) {

  MapScale {
    if (shownLength < Math.max(1, fileLength) || columnCount < 1) {
      throw new IllegalArgumentException(
          "%d bytes in %d columns".formatted(shownLength, columnCount));
    }
  }

  /// The scale for a file. What is missing takes no more than half of the map.
  static MapScale of(TensorFile file, int columnCount) {
    long length = file.bytes().length();
    long expected = Math.clamp(expectedLength(file), length, 2 * length);
    return new MapScale(length, Math.max(1, expected), Math.max(1, columnCount));
  }

  /// How long the file would have to be for its last tensor, as its header says.
  private static long expectedLength(TensorFile file) {
    List<TensorInfo> tensors = file.header().tensors();
    if (file.reading().dataStart().isEmpty() || tensors.isEmpty()) {
      return file.bytes().length();
    }
    long end = tensors.getLast().end();
    long expected = file.reading().dataStart().getAsLong() + end;
    return end < 0 || expected < 0 ? Long.MAX_VALUE : expected;
  }

  /// The column of a byte; of one that is not shown the nearest.
  int column(long byteOffset) {
    double share = (double) Math.clamp(byteOffset, 0, shownLength - 1) / shownLength;
    return Math.min(columnCount - 1, (int) (share * columnCount));
  }

  /// The first byte of a column.
  long begin(int column) {
    return Math.min(shownLength - 1, (long) Math.ceil((double) column / columnCount * shownLength));
  }

  /// The column of the first byte that is missing; the number of columns where none is.
  int firstMissing() {
    return shownLength > fileLength ? column(fileLength) : columnCount;
  }
}
