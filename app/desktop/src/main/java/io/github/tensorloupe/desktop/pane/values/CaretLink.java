package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.model.TensorRef;

/// Keeps the grid's cursor and the caret that all panes share on the same element. Belongs to the
/// FX thread.
final class CaretLink {

  private final Selection selection;
  private Optional<TensorRef> tensor = Optional.empty();
  private boolean isArriving;
  private boolean movesCaretItself;

  CaretLink(Selection selection) {
    this.selection = selection;
  }

  /// A tensor is looked at from now on.
  ///
  /// @param start its slice, as it was left
  /// @return where to begin
  GridPlace arrive(TensorRef shown, GridPlace start) {
    tensor = Optional.of(shown);
    isArriving = true;
    // The caret comes to the tensor after this, if it is not among its bytes already.
    return elementAtCaret().map(start::onElement).orElseGet(() -> onFirst(start));
  }

  /// There is no cursor if the slice does not contain the first element.
  private static GridPlace onFirst(GridPlace start) {
    return start.slice().cellOf(0).map(cell -> start.at(cell, false, false)).orElse(start);
  }

  private Optional<Long> elementAtCaret() {
    return selection
        .caretProperty()
        .get()
        .flatMap(caret -> tensor.flatMap(caret::elementIn))
        .map(ElementPosition::elementIndex);
  }

  /// The place that follows from a move of the caret; empty where the grid stays.
  Optional<GridPlace> follow(GridPlace place) {
    boolean arriving = isArriving;
    isArriving = false;
    Optional<Long> element = elementAtCaret();
    if (movesCaretItself || element.isEmpty()) {
      return Optional.empty();
    }
    // Who selects a tensor means it as a whole, and finds the slice that was left.
    boolean wholeTensor = arriving && element.get() == 0;
    return Optional.of(wholeTensor ? onFirst(place) : place.onElement(element.get()));
  }

  /// Puts the caret on the cursor's element, unless that is not in the file.
  void put(GridPlace place) {
    Optional<Cell> cursor = place.cursor();
    TensorSlice slice = place.slice();
    if (cursor.isPresent() && slice.isPresent(cursor.get().row(), cursor.get().column())) {
      movesCaretItself = true;
      try {
        selection.select(
            tensor.orElseThrow(), slice.byteOffset(cursor.get().row(), cursor.get().column()));
      } finally {
        movesCaretItself = false;
      }
    }
  }
}
