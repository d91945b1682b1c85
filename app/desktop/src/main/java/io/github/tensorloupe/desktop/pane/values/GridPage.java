package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.pane.values.GridPlace.Viewport;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.work.Cancellation;

/// The content of the grid. Immutable.
///
/// @param slice with at least one cell
/// @param text cells of this slice that have arrived
/// @param width of every column
/// @param cursor the cell that keys move
/// @param selected the cells that would be copied
/// @param scale colors the cells; empty where they have no colors
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
        && selected.filter(range -> GridPlace.contains(slice, range, row, column)).isPresent();
  }

  /// The number of characters that the texts of cells take, so that their points stand below each
  /// other.
  ///
  /// @param before the most characters before the point of a number; all of them where it has none
  /// @param after the most characters from the point on
  /// @param longest the most characters of any text
  record CellWidth(int before, int after, int longest) {

    /// So wide that a column does not jump for the first digit.
    static final CellWidth LEAST = new CellWidth(1, 0, 5);

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

  /// Maps numbers to colors between the largest magnitudes that are visible.
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

    /// True if a cell has a place on a scale.
    static boolean isColored(GridText text, long row, long column) {
      return text.contains(row, column)
          && text.block.isPresent(row, column)
          && text.elementClass(row, column).isFinite();
    }

    /// From -1 to 1.
    double position(double value) {
      return Math.clamp(value / limit, -1, 1);
    }
  }

  /// The text for one cell.
  ///
  /// @param index of its element, as `[12, 803]`
  /// @param value its shortest exact text; empty text where that has not arrived
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

    /// For those who cannot see the grid.
    String spoken() {
      return index + " " + (isBeyondEnd ? GridText.ABSENT : value);
    }
  }

  /// Cells that have been read, as texts. Not changed once it is handed on.
  static final class GridText {

    /// Stands in a cell whose bytes are not in the file.
    static final String ABSENT = "–";

    final SliceBlock block;
    CellWidth width = CellWidth.LEAST;
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

    /// @param changed the cells that are to be marked, by their number row by row; kept
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

    /// The index of the point of a text, or its end where it has none; -1 where the text is no
    /// single number, and so is aligned at its end.
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

    /// True if the element differs from that of the tensor beside.
    boolean isChanged(long row, long column) {
      return changed.get(cell(row, column));
    }

    /// The shortest exact text of a cell that is present, whatever the format.
    String value(Cell cell) {
      return messages.localized(block.shown(cell.row(), cell.column()));
    }

    int charactersBehind(long row, long column, CellWidth columnWidth) {
      String text = text(row, column);
      int point = block.isPresent(row, column) ? pointOf(text, row, column) : -1;
      return point < 0 ? 0 : columnWidth.after() - (text.length() - point);
    }

    /// The class of number in a cell that is present; of a complex one the first part that is not
    /// finite decides.
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
