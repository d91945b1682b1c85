package io.github.tensorloupe.analysis.slice;

import module java.base;

import io.github.tensorloupe.element.ElementType;

/// The codes of a rectangle of cells of a slice. All methods expect the row and column in the
/// slice. Effectively immutable: not modified after publication.
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

  /// @param first the index of the first cell in this block, row-major
  /// @param step the distance between the cells of consecutive elements
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

  public boolean isPresent(long row, long column) {
    return present.get(cell(row, column));
  }

  /// Returns the code of one part of a cell that is present.
  ///
  /// @param part 0; for complex elements, 0 for the real and 1 for the imaginary part
  public long code(long row, long column, int part) {
    return codes[cell(row, column) * type.partsPerElement() + part];
  }

  /// Returns the value of a cell that is present (see [ElementType#toDouble]), or the real part of
  /// a complex element.
  public double value(long row, long column) {
    return type.toDouble(code(row, column, 0));
  }

  /// Returns the value of a cell that is present as its shortest exact text, in Java syntax.
  public String text(long row, long column) {
    return type.text(part -> code(row, column, part));
  }

  /// Returns the value of a cell that is present, formatted for display.
  public String shown(long row, long column) {
    return type.displayText(part -> code(row, column, part));
  }
}
