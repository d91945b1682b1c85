package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.HeatFrame;
import io.github.tensorloupe.analysis.heatmap.HeatPicture;
import io.github.tensorloupe.analysis.heatmap.PixelBlock;
import io.github.tensorloupe.analysis.heatmap.PixelGrid;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;

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
                    : axis == axes.columnAxis() ? columns : Long.toString(axes.indexes().get(axis)))
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
      return (elementwise ? "|z| " : "") + Figures.value(value);
    }
    if (pooling != Pooling.EXTREME && !elementwise) {
      return Figures.value(value);
    }
    boolean rounded = type.isInteger() && Math.abs(value) >= EXACT_INTEGERS;
    return (rounded ? "≈ " : "") + type.text(type.encode(value)).replace('-', '−');
  }
}
