package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.HeatFrame;
import io.github.tensorloupe.analysis.heatmap.HeatPicture;
import io.github.tensorloupe.analysis.heatmap.PixelBlock;
import io.github.tensorloupe.analysis.heatmap.PixelGrid;
import io.github.tensorloupe.analysis.heatmap.PixelSearch;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;
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

  /// The text for a pixel: which elements it stands for, and its number.
  ///
  /// @param slice that the picture is of
  /// @param pooling of the picture
  record PixelText(TensorSlice slice, Pooling pooling, Messages messages) {

    /// Integers from here on may have been rounded.
    private static final double EXACT_INTEGERS = 0x1p53;

    /// The message key for an element that has no bytes.
    static String absenceKey(TensorSlice slice) {
      return slice.data().isComplete() ? "heatmap.behind-the-end" : "heatmap.not-in-file";
    }

    /// The elements of a pixel, as `[12, 803]` or `[3, 0–32, 66–98]`, and, where it has been read,
    /// its number.
    String of(HeatPicture picture, HeatFrame.Pixel pixel) {
      return place(picture.frame().grid(), pixel.row(), pixel.column())
          + picture
              .blockAt(pixel.row(), pixel.column())
              .map(block -> "  " + number(block, picture.isExact(block), pixel))
              .orElse("");
    }

    private String place(PixelGrid grid, long row, long column) {
      long firstRow = row * grid.rowsPerPixel();
      long firstColumn = column * grid.columnsPerPixel();
      if (grid.isElementwise() && slice.isPresent(firstRow, firstColumn)) {
        return new ElementPosition(slice.data().info(), slice.elementIndex(firstRow, firstColumn))
            .indexText();
      }
      long lastRow = Math.min(grid.rowCount(), firstRow + grid.rowsPerPixel()) - 1;
      long lastColumn = Math.min(grid.columnCount(), firstColumn + grid.columnsPerPixel()) - 1;
      return cells(range(firstRow, lastRow), range(firstColumn, lastColumn));
    }

    private String cells(String rows, String columns) {
      if (slice.isFolded()) {
        return messages.text("heatmap.folded.cells", rows, columns);
      }
      SliceAxes axes = slice.axes();
      return IntStream.range(0, axes.indexes().size())
          .mapToObj(
              axis ->
                  axis == axes.rowAxis()
                      ? rows
                      : axis == axes.columnAxis()
                          ? columns
                          : Long.toString(axes.indexes().get(axis)))
          .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String range(long first, long last) {
      return first == last ? Long.toString(first) : first + "–" + last;
    }

    /// The number of a pixel.
    ///
    /// @param exact true if all of its elements count
    private String number(PixelBlock block, boolean exact, HeatFrame.Pixel pixel) {
      int index = block.index(pixel.row(), pixel.column());
      boolean elementwise = block.grid().isElementwise();
      if (block.isAbsent(index)) {
        return messages.text(absenceKey(slice));
      }
      String text = special(block, index, elementwise);
      if (!exact) {
        return messages.text("heatmap.sampled", text);
      }
      return elementwise
          ? "= " + text
          : messages.text("heatmap.value." + pooling.name().toLowerCase(Locale.ROOT), text);
    }

    private String special(PixelBlock block, int index, boolean elementwise) {
      double value = block.value(index);
      List<String> parts = new ArrayList<>();
      if (!Double.isNaN(value)) {
        parts.add(number(value, elementwise));
      }
      if (block.isNan(index)) {
        parts.add("NaN");
      }
      if (block.isInfinite(index)) {
        parts.add(messages.text("heatmap.infinity"));
      }
      return String.join(messages.text("heatmap.and"), parts);
    }

    private String number(double value, boolean elementwise) {
      ElementType type = slice.type();
      if (type.partsPerElement() > 1) {
        return (elementwise ? "|z| " : "") + messages.value(value);
      }
      if (pooling != Pooling.EXTREME && !elementwise) {
        return messages.value(value);
      }
      boolean rounded = type.isInteger() && Math.abs(value) >= EXACT_INTEGERS;
      return (rounded ? "≈ " : "") + type.text(type.encode(value)).replace('-', '−');
    }
  }
}
