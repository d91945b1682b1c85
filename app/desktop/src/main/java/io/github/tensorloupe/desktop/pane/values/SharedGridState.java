package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.pane.values.GridPage.CellWidth;
import io.github.tensorloupe.desktop.selection.LinkedState.Figures;
import io.github.tensorloupe.desktop.selection.LinkedState.Limits;

/// The display options and the position of grids, shared by linked panes. Belongs to the FX thread.
final class SharedGridState {

  /// The limits of the color scales of linked grids.
  static final class GridLimits extends Limits {}

  /// The first visible element, as last set by the user in one of the grids.
  final ObjectProperty<OptionalLong> first = new SimpleObjectProperty<>(OptionalLong.empty());

  final BooleanProperty colored = new SimpleBooleanProperty();

  /// True if the bytes of JSON texts are shown as numbers.
  final BooleanProperty numbers = new SimpleBooleanProperty();

  final ObjectProperty<CellFormat> format = new SimpleObjectProperty<>(new CellFormat.Shortest());

  /// The largest width is used, so that the same columns are aligned.
  final Figures<CellWidth> widths = new Figures<>();
}
