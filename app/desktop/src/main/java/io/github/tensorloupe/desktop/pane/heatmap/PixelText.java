package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;

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
/// @param grid of the picture
/// @param pooling of the picture
record PixelText(TensorSlice slice, PixelGrid grid, Pooling pooling, Messages messages) {

  /// Integers from here on may have been rounded.
  private static final double EXACT_INTEGERS = 0x1p53;

  /// The elements of a pixel and, where it has been read, its number.
  String of(HeatPicture picture, long row, long column) {
    return place(row, column)
        + picture
            .blockAt(row, column)
            .map(block -> "  " + number(block, picture.isExact(block), row, column))
            .orElse("");
  }

  /// The place of a pixel: `[12, 803]` or, of several elements, `[3, 0–32, 66–98]`.
  String place(long row, long column) {
    long firstRow = row * grid.rowsPerPixel();
    long firstColumn = column * grid.columnsPerPixel();
    if (grid.isElementwise()) {
      return slice.isPresent(firstRow, firstColumn)
          ? new ElementPosition(slice.data().info(), slice.elementIndex(firstRow, firstColumn))
              .indexText()
          : cells(firstRow, firstRow, firstColumn, firstColumn);
    }
    long lastRow = Math.min(grid.rowCount(), firstRow + grid.rowsPerPixel()) - 1;
    long lastColumn = Math.min(grid.columnCount(), firstColumn + grid.columnsPerPixel()) - 1;
    return cells(firstRow, lastRow, firstColumn, lastColumn);
  }

  private String cells(long firstRow, long lastRow, long firstColumn, long lastColumn) {
    if (SliceChoice.isFolded(slice)) {
      return messages.text(
          "heatmap.folded.cells", range(firstRow, lastRow), range(firstColumn, lastColumn));
    }
    SliceAxes axes = slice.axes();
    List<String> parts = new ArrayList<>();
    for (int axis = 0; axis < axes.indexes().size(); axis++) {
      parts.add(
          axis == axes.rowAxis()
              ? range(firstRow, lastRow)
              : axis == axes.columnAxis()
                  ? range(firstColumn, lastColumn)
                  : Long.toString(axes.indexes().get(axis)));
    }
    return "[" + String.join(", ", parts) + "]";
  }

  private static String range(long first, long last) {
    return first == last ? Long.toString(first) : first + "–" + last;
  }

  /// The number of a pixel.
  ///
  /// @param block that holds it
  /// @param exact true if all of its elements count
  String number(PixelBlock block, boolean exact, long row, long column) {
    int index = block.index(row, column);
    if (block.isAbsent(index)) {
      return messages.text(
          slice.data().isComplete() ? "heatmap.behind-the-end" : "heatmap.not-in-file");
    }
    if (!exact) {
      return messages.text("heatmap.sampled", special(block, index));
    }
    return grid.isElementwise()
        ? "= " + special(block, index)
        : messages.text(poolingKey(), special(block, index));
  }

  private String poolingKey() {
    return switch (pooling) {
      case EXTREME -> "heatmap.value.extreme";
      case MEAN -> "heatmap.value.mean";
      case RMS -> "heatmap.value.rms";
    };
  }

  private String special(PixelBlock block, int index) {
    double value = block.value(index);
    List<String> parts = new ArrayList<>();
    if (!Double.isNaN(value)) {
      parts.add(number(value));
    }
    if (block.isNan(index)) {
      parts.add("NaN");
    }
    if (block.isInfinite(index)) {
      parts.add(messages.text("heatmap.infinity"));
    }
    return String.join(messages.text("heatmap.and"), parts);
  }

  private String number(double value) {
    ElementType type = slice.type();
    if (type.partsPerElement() > 1) {
      return grid.isElementwise() ? "|z| " + Figures.value(value) : Figures.value(value);
    }
    if (pooling != Pooling.EXTREME && !grid.isElementwise()) {
      return Figures.value(value);
    }
    boolean rounded = type.isInteger() && Math.abs(value) >= EXACT_INTEGERS;
    return (rounded ? "≈ " : "") + type.text(type.encode(value)).replace('-', '−');
  }
}
