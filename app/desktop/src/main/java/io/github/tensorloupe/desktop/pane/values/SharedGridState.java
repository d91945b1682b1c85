package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.pane.values.GridPage.CellWidth;
import io.github.tensorloupe.desktop.selection.LinkedState.Figures;
import io.github.tensorloupe.desktop.selection.LinkedState.Limits;

/// The display options and the position of grids, shared by linked panes. Belongs to the FX thread.
///
/// @param first the first visible element, as last set by the user in one of the grids
/// @param numbers true if the bytes of JSON texts are shown as numbers
/// @param widths the column widths of all grids. The largest is used, so that the same columns are
///   aligned
record SharedGridState(
    ObjectProperty<OptionalLong> first,
    BooleanProperty colored,
    BooleanProperty numbers,
    ObjectProperty<CellFormat> format,
    Figures<CellWidth> widths) {

  SharedGridState() {
    this(
        new SimpleObjectProperty<>(OptionalLong.empty()),
        new SimpleBooleanProperty(),
        new SimpleBooleanProperty(),
        new SimpleObjectProperty<>(new CellFormat.Shortest()),
        new Figures<>());
  }

  /// The limits of the color scales of linked grids.
  static final class GridLimits extends Limits {}
}
