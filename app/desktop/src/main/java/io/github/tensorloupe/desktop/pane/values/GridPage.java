package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import java.util.Optional;

/// What the grid draws. Immutable.
///
/// @param slice with at least one cell
/// @param text cells of this slice that have arrived
/// @param width of every column
/// @param cursor the cell that keys move
/// @param selected the cells that would be copied
/// @param scale colours the cells; empty where they have no colours
record GridPage(
    TensorSlice slice,
    Viewport view,
    Optional<GridText> text,
    CellWidth width,
    Optional<Cell> cursor,
    Optional<CellRange> selected,
    Optional<ColorScale> scale) {

  /// The text of a cell; empty where it has not arrived.
  String text(long row, long column) {
    return text.filter(read -> read.contains(row, column))
        .map(read -> read.text(row, column))
        .orElse("");
  }
}
