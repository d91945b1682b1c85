package io.github.tensorloupe.analysis.slice;

import module java.base;

import io.github.tensorloupe.element.ElementType;

/// Cells of a slice that were read. Not modified after it was published. Rows and columns are
/// relative to the slice.
public final class SliceBlock {

  private final ElementType type;
  private final long firstRow;
  private final long firstColumn;
  private final int rowCount;
  private final int columnCount;
  private final long[] codes;
  private final BitSet present = new BitSet();

  SliceBlock(ElementType type, long firstRow, long firstColumn, int rowCount, int columnCount) {
    this.type = type;
    this.firstRow = firstRow;
    this.firstColumn = firstColumn;
    this.rowCount = rowCount;
    this.columnCount = columnCount;
    this.codes =
        new long
            [Math.multiplyExact(Math.multiplyExact(rowCount, columnCount), type.partsPerElement())];
  }

  /// Adds cells that were read.
  ///
  /// @param first the number of the first cell, row by row
  /// @param step the distance between cells
  void put(int first, int step, long[] read, int count) {
    int parts = type.partsPerElement();
    for (int i = 0; i < count; i++) {
      int cell = first + i * step;
      System.arraycopy(read, i * parts, codes, cell * parts, parts);
      present.set(cell);
    }
  }

  public ElementType type() {
    return type;
  }

  public long firstRow() {
    return firstRow;
  }

  public long firstColumn() {
    return firstColumn;
  }

  public int rowCount() {
    return rowCount;
  }

  public int columnCount() {
    return columnCount;
  }

  public boolean contains(long row, long column) {
    return row >= firstRow
        && row - firstRow < rowCount
        && column >= firstColumn
        && column - firstColumn < columnCount;
  }

  private int cell(long row, long column) {
    if (!contains(row, column)) {
      throw new IndexOutOfBoundsException("cell " + row + ", " + column);
    }
    return (int) (row - firstRow) * columnCount + (int) (column - firstColumn);
  }

  /// Returns true if a cell of this block is in the file.
  public boolean isPresent(long row, long column) {
    return present.get(cell(row, column));
  }

  /// Returns the code of one part of a cell that is present.
  ///
  /// @param part 0 or, for complex elements, 1
  public long code(long row, long column, int part) {
    return codes[cell(row, column) * type.partsPerElement() + part];
  }

  /// Returns the number of a cell that is present, see [ElementType#toDouble]; for a complex
  /// element, the real part.
  public double value(long row, long column) {
    return type.toDouble(code(row, column, 0));
  }

  /// Returns the shortest exact text of a cell that is present, in Java syntax.
  public String text(long row, long column) {
    return type.text(part -> code(row, column, part));
  }

  /// Returns the text of a cell that is present, for display.
  public String shown(long row, long column) {
    return type.shown(part -> code(row, column, part));
  }
}
