package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.control.slice.AxisChoice;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.model.TensorRef;

/// The shown slice of a tensor, its scroll position, and the selection. Immutable.
///
/// @param slice must have at least one cell
/// @param selected its lead is the cursor; empty if the element under the caret is not in this
///   slice
record GridState(TensorSlice slice, Viewport view, Optional<CellRange> selected) {

  /// Row lengths that make it easy to compute indices; longer ones are multiples of 5.
  private static final int[] LINE_LENGTHS = {8, 5, 4, 3, 2, 1};

  static GridState of(TensorSlice slice, Viewport view) {
    return new GridState(slice, view.at(0, 0), Optional.empty());
  }

  Optional<Cell> cursor() {
    return selected.map(CellRange::lead);
  }

  /// Returns the cursor, or the upper left visible cell if there is no cursor.
  Cell cursorOrFirst() {
    return cursor().orElseGet(() -> new Cell(view.firstRow(), view.firstColumn()));
  }

  GridState scrolled(Viewport now) {
    return new GridState(slice, now.inside(slice), selected);
  }

  long first() {
    return slice.elementIndex(view.firstRow(), view.firstColumn());
  }

  /// Returns this place, scrolled so that an element is the first visible one; empty if the element
  /// is in another slice, or the scroll position does not change.
  Optional<GridState> startingAt(OptionalLong element) {
    return element.isEmpty() || element.getAsLong() == first()
        ? Optional.empty()
        : slice
            .cellOf(element.getAsLong())
            .map(cell -> scrolled(view.at(cell.row(), cell.column())))
            .filter(moved -> !moved.view().equals(view));
  }

  /// Returns this place for another number of visible cells. A visible cursor stays visible. If it
  /// was the only visible cell, it is shown with surrounding cells.
  GridState sized(Viewport size) {
    int columns = size.wholeColumns();
    boolean isVector = slice.axes().rowAxis() == SliceAxes.NONE && slice.axes().columnAxis() == 0;
    if (isVector && slice.columnCount() != lineLength(columns)) {
      return with(TensorSlice.folded(slice.data(), lineLength(columns))).resized(size);
    }
    return resized(size);
  }

  /// Returns the number of elements of a vector per row: all of them if they fit.
  private long lineLength(int columns) {
    long elementCount = slice.data().info().shape().dimension(0);
    return elementCount <= columns
        ? elementCount
        : columns >= 10
            ? columns - columns % 5
            : IntStream.of(LINE_LENGTHS).filter(each -> each <= columns).findFirst().orElse(1);
  }

  private GridState with(TensorSlice other) {
    GridState moved = new GridState(other, view.inside(other), Optional.empty());
    Optional<CellRange> same =
        selected.map(
            range -> new CellRange(cellIn(other, range.anchor()), cellIn(other, range.lead())));
    return same.map(
            range ->
                new GridState(other, moved.view.showing(range.lead(), false).inside(other), same))
        .orElse(moved);
  }

  private Cell cellIn(TensorSlice other, Cell cell) {
    return other.cellOf(slice.elementIndex(cell.row(), cell.column())).orElseThrow();
  }

  private GridState resized(Viewport size) {
    Viewport now = view.ofSize(size);
    boolean alone = view.wholeRows() == 1 && view.wholeColumns() == 1;
    return scrolled(
        cursor()
            .filter(view::shows)
            .map(cell -> alone ? now.around(cell) : now.showing(cell, true))
            .orElse(now));
  }

  /// Returns this place with the cursor on a cell, scrolled to make it visible.
  ///
  /// @param extending true to extend the selection from its anchor to the cell
  GridState at(Cell target, boolean extending, boolean jumps) {
    Cell cell = slice.exists(target.row(), target.column()) ? target : lastCell();
    Cell anchor = extending ? selected.map(CellRange::anchor).orElse(cell) : cell;
    return new GridState(
        slice, view.showing(cell, jumps).inside(slice), Optional.of(new CellRange(anchor, cell)));
  }

  /// Returns this place with other axes of the same tensor. The cursor stays on its element if that
  /// is visible with these axes, otherwise in its row and column.
  GridState with(SliceAxes axes) {
    TensorSlice other = TensorSlice.of(slice.data(), axes);
    Cell before = cursorOrFirst();
    Optional<Cell> same = other.cellOf(slice.elementIndex(before.row(), before.column()));
    long row = Math.min(before.row(), other.rowCount() - 1);
    long column = Math.min(before.column(), other.columnCount() - 1);
    Cell after = same.orElse(new Cell(row, column));
    GridState moved = new GridState(other, view.inside(other), Optional.empty());
    return selected.isPresent() ? moved.at(after, false, true) : moved;
  }

  /// Returns this place with other axes, transposed if the current ones are.
  GridState withTurned(SliceAxes axes) {
    SliceAxes now = slice.axes();
    return with(now.rowAxis() > now.columnAxis() ? axes.transposed() : axes);
  }

  /// Returns this place with another axis as rows or columns, swapped with the other one if
  /// necessary. The remaining axes are fixed at the cursor.
  GridState showing(int axis, boolean asRows) {
    return with(AxisChoice.showing(slice.axes(), axis, asRows).fixedAt(cursorElement()));
  }

  /// Returns this place with all kernels side by side, or only the kernel that contains the cursor.
  GridState tiled(boolean asTiles) {
    return with(slice.axes().tiled(asTiles, slice.data().info().shape(), cursorElement()));
  }

  private ElementPosition cursorElement() {
    Cell cell = cursorOrFirst();
    return new ElementPosition(slice.data().info(), slice.elementIndex(cell.row(), cell.column()));
  }

  /// Returns this place with an axis fixed at another index; empty if the axis is shown, or fixed
  /// there already.
  ///
  /// @param index clamped to the valid range
  Optional<GridState> holding(int axis, long index) {
    return slice.at(axis, index).map(moved -> with(moved.axes()));
  }

  GridState moved(CaretMove move, boolean extending) {
    return at(target(move, cursorOrFirst()), extending, false);
  }

  private Cell target(CaretMove move, Cell cell) {
    long lastRow = slice.rowCount() - 1;
    long lastColumn = slice.columnCount() - 1;
    return switch (move) {
      case LEFT -> slice.isFolded() ? neighbor(cell, -1) : stepped(cell, 0, -1);
      case RIGHT -> slice.isFolded() ? neighbor(cell, 1) : stepped(cell, 0, 1);
      case UP -> stepped(cell, -1, 0);
      case DOWN -> stepped(cell, 1, 0);
      case PAGE_UP -> stepped(cell, -view.wholeRows(), 0);
      case PAGE_DOWN -> stepped(cell, view.wholeRows(), 0);
      case PAGE_LEFT -> stepped(cell, 0, -view.wholeColumns());
      case PAGE_RIGHT -> stepped(cell, 0, view.wholeColumns());
      case ROW_START -> new Cell(cell.row(), 0);
      case ROW_END -> new Cell(cell.row(), lastColumn);
      case FIRST -> new Cell(0, 0);
      case LAST -> new Cell(lastRow, lastColumn);
    };
  }

  private Cell neighbor(Cell cell, int step) {
    return slice.cellOf(slice.elementIndex(cell.row(), cell.column()) + step).orElse(cell);
  }

  private Cell lastCell() {
    long elementCount = slice.data().info().shape().elementCount().orElseThrow();
    return slice.cellOf(elementCount - 1).orElseThrow();
  }

  /// Returns whether a cell is in a range, or for a vector in several rows between its ends.
  static boolean contains(TensorSlice slice, CellRange range, long row, long column) {
    if (!slice.isFolded()) {
      return range.contains(row, column);
    }
    CellRange run = runOf(slice, range);
    long element = slice.elementIndex(row, column);
    return run.contains(0, element);
  }

  /// Returns the slice whose cells are copied: for a vector in several rows, the vector in a single
  /// row.
  TensorSlice copiedSlice() {
    return slice.isFolded() ? TensorSlice.of(slice.data()) : slice;
  }

  /// Returns the selected cells of [#copiedSlice].
  Optional<CellRange> copied() {
    return slice.isFolded() ? selected.map(range -> runOf(slice, range)) : selected;
  }

  /// Converts the selection of a vector in several rows to cells of the vector in a single row.
  static CellRange runOf(TensorSlice slice, CellRange range) {
    Cell anchor = range.anchor();
    Cell lead = range.lead();
    return new CellRange(
        new Cell(0, slice.elementIndex(anchor.row(), anchor.column())),
        new Cell(0, slice.elementIndex(lead.row(), lead.column())));
  }

  private Cell stepped(Cell cell, int rows, int columns) {
    return new Cell(
        moved(cell.row(), rows, slice.rowCount() - 1),
        moved(cell.column(), columns, slice.columnCount() - 1));
  }

  private static long moved(long index, long step, long last) {
    return step > last - index ? last : Math.max(0, index + step);
  }

  /// Returns this place with every cell selected and the cursor on the first one, without
  /// scrolling.
  GridState withAll() {
    Cell last = slice.isFolded() ? lastCell() : target(CaretMove.LAST, cursorOrFirst());
    return new GridState(slice, view, Optional.of(new CellRange(last, new Cell(0, 0))));
  }

  /// Returns this place with the cursor on an element, in the slice that contains it.
  GridState onElement(long elementIndex) {
    TensorSlice holding = slice.containing(elementIndex);
    return new GridState(holding, view, selected)
        .at(holding.cellOf(elementIndex).orElseThrow(), false, true);
  }

  /// The visible cells of a slice. Immutable.
  ///
  /// @param firstRow the first visible row
  /// @param firstColumn the first visible column
  /// @param wholeRows the number of completely visible rows, at least 1; a further one may be
  ///   clipped
  record Viewport(long firstRow, long firstColumn, int wholeRows, int wholeColumns) {

    /// Number of cells shown around the target of a jump.
    private static final int AROUND_TARGET = 2;

    static final Viewport START = new Viewport(0, 0, 1, 1);

    /// Returns the nearest valid viewport, in which the last row is at the bottom or below it.
    Viewport inside(TensorSlice slice) {
      return at(
          Math.clamp(firstRow, 0, maxFirstRow(slice)),
          Math.clamp(firstColumn, 0, maxFirstColumn(slice)));
    }

    Viewport at(long row, long column) {
      return new Viewport(row, column, wholeRows, wholeColumns);
    }

    Viewport ofSize(Viewport other) {
      return new Viewport(firstRow, firstColumn, other.wholeRows, other.wholeColumns);
    }

    /// Returns the visible cells, including clipped ones, and more on each side, as far as the
    /// slice extends.
    CellRange cells(TensorSlice slice, int moreRows, int moreColumns) {
      long lastRow = firstRow + wholeRows + moreRows;
      long lastColumn = firstColumn + wholeColumns + moreColumns;
      return new CellRange(
          new Cell(Math.max(0, firstRow - moreRows), Math.max(0, firstColumn - moreColumns)),
          new Cell(
              Math.min(lastRow, slice.rowCount() - 1),
              Math.min(lastColumn, slice.columnCount() - 1)));
    }

    /// Returns this viewport, scrolled if necessary to make a cell visible.
    ///
    /// @param jumps true to show the cell with surrounding cells, instead of at the edge
    Viewport showing(Cell cell, boolean jumps) {
      int around = jumps ? AROUND_TARGET : 0;
      return at(
          first(firstRow, wholeRows, cell.row(), around),
          first(firstColumn, wholeColumns, cell.column(), around));
    }

    /// Returns this viewport, scrolled so that a cell is near the upper left with surrounding
    /// cells.
    Viewport around(Cell cell) {
      return at(cell.row() + 1, cell.column() + 1).showing(cell, true);
    }

    boolean shows(Cell cell) {
      return showing(cell, false).equals(this);
    }

    private static long first(long first, int whole, long target, int around) {
      int room = Math.min(around, (whole - 1) / 2);
      if (target < first) {
        return Math.max(0, target - room);
      }
      return target - first >= whole ? target - (whole - 1) + room : first;
    }

    long maxFirstRow(TensorSlice slice) {
      return Math.max(0, slice.rowCount() - wholeRows);
    }

    long maxFirstColumn(TensorSlice slice) {
      return Math.max(0, slice.columnCount() - wholeColumns);
    }
  }

  /// Keeps the grid's cursor and the caret that all panes share on the same element. Belongs to the
  /// FX thread.
  static final class CaretLink {

    private final Selection selection;
    private Optional<TensorRef> tensor = Optional.empty();
    private boolean isArriving;
    private boolean movesCaretItself;

    CaretLink(Selection selection) {
      this.selection = selection;
    }

    /// Called when a tensor is shown.
    ///
    /// @param start its slice and scroll position when it was last shown
    /// @return the initial place
    GridState arrive(TensorRef shown, GridState start) {
      tensor = Optional.of(shown);
      isArriving = true;
      // The caret moves to the tensor after this, unless it is already within its bytes.
      return elementAtCaret().map(start::onElement).orElseGet(() -> onFirst(start));
    }

    /// The result has no cursor if the slice does not contain the first element.
    private static GridState onFirst(GridState start) {
      return start.slice().cellOf(0).map(cell -> start.at(cell, false, false)).orElse(start);
    }

    private Optional<Long> elementAtCaret() {
      return selection
          .caretProperty()
          .get()
          .flatMap(caret -> tensor.flatMap(caret::elementIn))
          .map(selection.linked()::elementAt);
    }

    /// Returns the new place after a move of the caret; empty if the grid does not change.
    Optional<GridState> placeAfterMove(GridState place) {
      boolean arriving = isArriving;
      isArriving = false;
      Optional<Long> element = elementAtCaret();
      if (movesCaretItself || element.isEmpty()) {
        return Optional.empty();
      }
      selection.linked().element().set(OptionalLong.of(element.get()));
      // Selecting a tensor without an element returns to the slice that was last shown.
      boolean wholeTensor = arriving && element.get() == 0;
      return Optional.of(wholeTensor ? onFirst(place) : place.onElement(element.get()));
    }

    /// Moves the caret to the cursor's element, unless its bytes are not in the file.
    void put(GridState place) {
      TensorSlice slice = place.slice();
      Optional<Cell> cursor = place.cursor();
      if (cursor.filter(at -> slice.isPresent(at.row(), at.column())).isPresent()) {
        long byteOffset = slice.byteOffset(cursor.get().row(), cursor.get().column());
        movesCaretItself = true;
        try {
          long element = slice.elementIndex(cursor.get().row(), cursor.get().column());
          selection.linked().element().set(OptionalLong.of(element));
          selection.select(tensor.orElseThrow(), byteOffset);
        } finally {
          movesCaretItself = false;
        }
      }
    }
  }
}
