package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.control.canvas.Loader;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.values.GridPlace.Viewport;
import io.github.tensorloupe.desktop.pane.values.GridText.CellFormat;

/// Reads the visible cells, and half a page more on each side, in the background. Belongs to the FX
/// thread.
final class GridLoader {

  private record Request(TensorSlice slice, CellFormat format, Block block) {

    boolean serves(TensorSlice other, CellFormat otherFormat, Block needed) {
      return slice == other && format.equals(otherFormat) && block.covers(needed);
    }
  }

  /// A rectangle of cells.
  private record Block(long firstRow, long firstColumn, int rowCount, int columnCount) {

    /// The visible cells, cut ones included, and more of them on each side.
    static Block around(Viewport view, TensorSlice slice, int moreRows, int moreColumns) {
      long firstRow = Math.max(0, view.firstRow() - moreRows);
      long firstColumn = Math.max(0, view.firstColumn() - moreColumns);
      long endRow = view.firstRow() + view.wholeRows() + 1 + moreRows;
      long endColumn = view.firstColumn() + view.wholeColumns() + 1 + moreColumns;
      return new Block(
          firstRow,
          firstColumn,
          (int) (Math.min(slice.rowCount(), endRow) - firstRow),
          (int) (Math.min(slice.columnCount(), endColumn) - firstColumn));
    }

    boolean covers(Block other) {
      return firstRow <= other.firstRow
          && firstColumn <= other.firstColumn
          && firstRow + rowCount >= other.firstRow + other.rowCount
          && firstColumn + columnCount >= other.firstColumn + other.columnCount;
    }
  }

  private final Loader<Request, GridText> loader;

  /// @param title of the job, for a person
  GridLoader(Jobs jobs, String title) {
    this.loader = new Loader<>(jobs, title);
  }

  /// The cells that were read last.
  ReadOnlyObjectProperty<Optional<GridText>> textProperty() {
    return loader.valueProperty();
  }

  ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
    return loader.failureProperty();
  }

  /// The cells of a slice, if it was read last.
  Optional<GridText> textOf(TensorSlice slice) {
    return loader
        .request()
        .filter(last -> last.slice() == slice)
        .flatMap(_ -> textProperty().get());
  }

  void clear() {
    loader.clear();
  }

  /// Loads the visible cells unless the latest request includes them.
  void require(TensorSlice slice, CellFormat format, Viewport view) {
    Block needed = Block.around(view, slice, 0, 0);
    if (loader.serves(last -> last.serves(slice, format, needed))) {
      return;
    }
    Block block = Block.around(view, slice, view.wholeRows() / 2 + 1, view.wholeColumns() / 2 + 1);
    Request request = new Request(slice, format, block);
    boolean otherSlice = loader.request().filter(last -> last.slice() == slice).isEmpty();
    loader.load(
        request,
        otherSlice,
        (cancellation, _) ->
            GridText.of(
                slice.read(
                    block.firstRow(), block.firstColumn(), block.rowCount(), block.columnCount()),
                format,
                cancellation));
  }
}
