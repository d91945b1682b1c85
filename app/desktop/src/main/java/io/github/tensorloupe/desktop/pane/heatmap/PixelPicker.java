package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.HeatFrame;
import io.github.tensorloupe.analysis.heatmap.PixelGrid;
import io.github.tensorloupe.analysis.heatmap.PixelSearch;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorFile;

/// Finds the element that gives a pixel its color, and puts the caret on it. Belongs to the FX
/// thread; the search runs in the background.
final class PixelPicker {

  private final Selection selection;
  private final LatestJob search;
  private final Messages messages;
  private final ObjectProperty<Optional<Failure>> failure =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<String>> refusal =
      new SimpleObjectProperty<>(Optional.empty());
  private boolean placing;

  PixelPicker(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.search = new LatestJob(jobs);
    this.messages = messages;
  }

  /// Picks a pixel.
  ///
  /// @param file of the slice
  /// @param pixel of the grid
  /// @param placed receives the cell of the caret
  void pick(
      TensorFile file,
      TensorSlice slice,
      PixelGrid grid,
      HeatFrame.Pixel pixel,
      Consumer<Cell> placed) {
    if (grid.isElementwise()) {
      place(file, slice, Optional.of(new Cell(pixel.row(), pixel.column())), placed);
    } else {
      search.start(
          messages.text("heatmap.job.search"),
          (cancellation, _) ->
              PixelSearch.cellOf(slice, grid, pixel.row(), pixel.column(), cancellation),
          found -> place(file, slice, found, placed),
          thrown -> failure.set(Optional.of(Failures.of(thrown))));
    }
  }

  private void place(
      TensorFile file, TensorSlice slice, Optional<Cell> found, Consumer<Cell> placed) {
    found
        .filter(cell -> slice.isPresent(cell.row(), cell.column()))
        .ifPresentOrElse(
            cell -> place(file, slice, cell, placed),
            () -> refuse(messages.text(PixelText.absenceKey(slice))));
  }

  private void place(TensorFile file, TensorSlice slice, Cell cell, Consumer<Cell> placed) {
    placing = true;
    try {
      selection.placeCaret(file, slice.byteOffset(cell.row(), cell.column()));
      // The caret names the first of several elements in one byte.
      placed.accept(cell);
    } finally {
      placing = false;
    }
  }

  /// True if the caret moves because of a pick.
  boolean isPlacing() {
    return placing;
  }

  void cancel() {
    search.cancel();
  }

  /// Drops the messages of the last pick.
  void forget() {
    refusal.set(Optional.empty());
    failure.set(Optional.empty());
  }

  /// Tells why something is not possible.
  void refuse(String sentence) {
    refusal.set(Optional.of(sentence));
  }

  ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
    return failure;
  }

  /// Why the caret was not placed, as a sentence.
  ReadOnlyObjectProperty<Optional<String>> refusalProperty() {
    return refusal;
  }
}
