package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.pane.values.GridState.Viewport;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.work.Cancellation;

/// The content of the grid. Immutable.
///
/// @param slice must have at least one cell
/// @param text the loaded cells of this slice
/// @param width the width of every column
/// @param cursor the cell that the keys move
/// @param selected the cells that a copy includes
/// @param scale the scale of the cell colors; empty if cells are not colored
record GridPage(
    TensorSlice slice,
    Viewport view,
    Optional<GridText> text,
    CellWidth width,
    Optional<Cell> cursor,
    Optional<CellRange> selected,
    Optional<ColorScale> scale) {

  boolean isSelected(long row, long column) {
    return slice.exists(row, column)
        && selected.filter(range -> GridState.contains(slice, range, row, column)).isPresent();
  }

  /// The widths of cell texts in characters, which align the decimal points.
  ///
  /// @param before maximum number of characters before the decimal point, or in a number without
  ///   one
  /// @param after maximum number of characters from the decimal point on
  /// @param longest maximum length of a text
  record CellWidth(int before, int after, int longest) {

    /// Wide enough that a column does not change its width for the first digit.
    static final CellWidth MIN = new CellWidth(1, 0, 5);

    CellWidth and(CellWidth other) {
      return new CellWidth(
          Math.max(before, other.before),
          Math.max(after, other.after),
          Math.max(longest, other.longest));
    }

    int characters() {
      return Math.max(before + after, longest);
    }
  }

  /// A color scale for numbers, which is symmetric around zero and covers the visible values.
  ///
  /// @param limit the magnitude at the ends of the scale, positive
  record ColorScale(double limit) {

    static ColorScale of(GridText text, Viewport view) {
      double limit = 0;
      for (long row = view.firstRow(); row <= view.firstRow() + view.wholeRows(); row++) {
        long end = view.firstColumn() + view.wholeColumns();
        for (long column = view.firstColumn(); column <= end; column++) {
          if (isColored(text, row, column)) {
            limit = Math.max(limit, Math.abs(text.block.value(row, column)));
          }
        }
      }
      return new ColorScale(limit == 0 ? 1 : limit);
    }

    /// Returns whether a cell has a color on the scale.
    static boolean isColored(GridText text, long row, long column) {
      return text.contains(row, column)
          && text.block.isPresent(row, column)
          && text.elementClass(row, column).isFinite();
    }

    /// Returns the position on the scale, from -1 to 1.
    double position(double value) {
      return Math.clamp(value / limit, -1, 1);
    }
  }

  /// The description of a cell.
  ///
  /// @param index the index of its element, such as `[12, 803]`
  /// @param value its shortest exact text; empty if it is not loaded
  /// @param isBeyondEnd true if its bytes are not in the file
  record CellSummary(String index, String value, boolean isBeyondEnd) {

    static Optional<CellSummary> ofCursor(GridPage page) {
      return page.cursor().map(cell -> of(page, cell));
    }

    static CellSummary of(GridPage page, Cell cell) {
      TensorSlice slice = page.slice();
      long element = slice.elementIndex(cell.row(), cell.column());
      String index = new ElementPosition(slice.data().info(), element).indexText();
      boolean present = slice.isPresent(cell.row(), cell.column());
      String value =
          page.text()
              .filter(read -> present && read.contains(cell.row(), cell.column()))
              .map(read -> read.value(cell))
              .orElse("");
      return new CellSummary(index, value, !present);
    }

    /// Returns the text for screen readers.
    String spoken() {
      return index + " " + (isBeyondEnd ? GridText.ABSENT : value);
    }
  }

  /// The texts of cells that have been read. Not modified after it was published.
  static final class GridText {

    /// The text of a cell whose bytes are not in the file.
    static final String ABSENT = "–";

    final SliceBlock block;
    CellWidth width = CellWidth.MIN;
    private final CellFormat format;
    private final Messages messages;
    private final char separator;
    private final String[] texts;
    private final BitSet changed;

    private GridText(SliceBlock block, BitSet changed, CellFormat format, Messages messages) {
      this.block = block;
      this.changed = changed;
      this.format = format;
      this.messages = messages;
      this.separator = messages.localized(".").charAt(0);
      this.texts = new String[block.rowCount() * block.columnCount()];
    }

    /// @param changed the cells to mark, as row-major indices; not copied
    static GridText of(
        SliceBlock block,
        BitSet changed,
        CellFormat format,
        Messages messages,
        Cancellation cancellation) {
      GridText text = new GridText(block, changed, format, messages);
      for (int row = 0; row < block.rowCount(); row++) {
        cancellation.check();
        for (int column = 0; column < block.columnCount(); column++) {
          text.write(row, column);
        }
      }
      return text;
    }

    private void write(int row, int column) {
      long blockRow = block.firstRow() + row;
      long blockColumn = block.firstColumn() + column;
      String text = ABSENT;
      if (block.isPresent(blockRow, blockColumn)) {
        text = messages.localized(format.shown(block, blockRow, blockColumn));
        int point = pointOf(text, blockRow, blockColumn);
        int length = text.length();
        width =
            width.and(new CellWidth(Math.max(0, point), point < 0 ? 0 : length - point, length));
      }
      texts[row * block.columnCount() + column] = text;
    }

    /// Returns the index of the decimal point of a text, or the end of its integer part if it has
    /// none. Returns -1 if the text is not a single number, so that it is right-aligned.
    private int pointOf(String text, long row, long column) {
      if (block.type().partsPerElement() != 1
          || format instanceof CellFormat.Hexadecimal
          || !elementClass(row, column).isFinite()) {
        return -1;
      }
      int exponent = text.indexOf('e');
      int end = exponent < 0 ? text.length() : exponent;
      int point = text.indexOf(separator);
      return point < 0 ? end : point;
    }

    boolean contains(long row, long column) {
      return block.contains(row, column);
    }

    String text(long row, long column) {
      return texts[cell(row, column)];
    }

    private int cell(long row, long column) {
      return (int) (row - block.firstRow()) * block.columnCount()
          + (int) (column - block.firstColumn());
    }

    /// Returns whether the element differs from the one in the compared tensor.
    boolean isChanged(long row, long column) {
      return changed.get(cell(row, column));
    }

    /// Returns the shortest exact text of a cell whose bytes are in the file, regardless of the
    /// format.
    String value(Cell cell) {
      return messages.localized(block.shown(cell.row(), cell.column()));
    }

    int trailingCharacters(long row, long column, CellWidth columnWidth) {
      String text = text(row, column);
      int point = block.isPresent(row, column) ? pointOf(text, row, column) : -1;
      return point < 0 ? 0 : columnWidth.after() - (text.length() - point);
    }

    /// Returns the class of a number whose bytes are in the file. For a complex number, the first
    /// non-finite part decides.
    ElementClass elementClass(long row, long column) {
      ElementClass first = block.type().classify(block.code(row, column, 0));
      if (block.type().partsPerElement() == 1 || !first.isFinite()) {
        return first;
      }
      ElementClass second = block.type().classify(block.code(row, column, 1));
      return first == ElementClass.ZERO || !second.isFinite() ? second : first;
    }
  }
}
