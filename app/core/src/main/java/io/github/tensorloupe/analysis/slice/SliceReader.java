package io.github.tensorloupe.analysis.slice;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.FileWindow;
import io.github.tensorloupe.model.TensorData;

/// Brings the codes of neighbouring elements into a block.
final class SliceReader {

  private SliceReader() {}

  /// Reads neighbours of the file that are neighbours of a row or of a column.
  ///
  /// @param firstElement counted from the tensor's first
  /// @param row in the block, of the first of them
  /// @param column in the block, of the first of them
  /// @param count how many elements, all of them in the file
  /// @param down whether they go down a column; else they go to the right
  static void read(
      FileWindow window,
      TensorData data,
      long firstElement,
      SliceBlock block,
      int row,
      int column,
      int count,
      boolean down)
      throws IOException {
    if (count == 0) {
      return;
    }
    ElementType type = block.type();
    long firstPart = firstElement * type.partsPerElement();
    int partCount = count * type.partsPerElement();
    // Eight parts fill whole bytes, whatever their width; wider ones do so each.
    int before = type.partBits() % 8 == 0 ? 0 : (int) (firstPart % 8);
    long begin = data.bytesOfPart(firstPart - before).begin();
    long end = data.bytesOfPart(firstPart + partCount - 1).end();
    MemorySegment bytes = window.bytes(begin, end - begin);
    long[] codes = new long[partCount];
    type.codes(bytes, before, codes, partCount);
    if (down) {
      block.putColumn(row, column, codes, count);
    } else {
      block.putRow(row, column, codes, count);
    }
  }
}
