package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;

/// Chooses slices with a suitable aspect ratio for a picture.
final class PictureSlice {

  /// The maximum length of a vector that a picture shows as a single row.
  private static final long MAX_ROW_LENGTH = 64;

  /// The preferred ratio of width to height of a picture.
  private static final double PAGE_RATIO = 2;

  /// The maximum number of lengths tried in each direction. A broken header may declare any number
  /// of tiles.
  private static final long DIVISORS_TRIED = 10_000;

  private PictureSlice() {}

  /// Returns a slice for a picture. Folds a long vector into rows, and arranges several rows of
  /// tiles side by side if a tiled slice is too tall.
  ///
  /// @param axes the axes of the slice; ignored for a vector that is folded
  static TensorSlice of(TensorData data, SliceAxes axes) {
    Shape shape = data.info().shape();
    if (shape.rank() == 1 && shape.dimension(0) > MAX_ROW_LENGTH) {
      // A power of two close to the square root, so that rows and columns are about equal in
      // number.
      long length = Long.highestOneBit(Math.round(Math.sqrt(2.0 * shape.dimension(0))));
      return TensorSlice.folded(data, length);
    }
    TensorSlice whole = TensorSlice.of(data, axes);
    double ratio = PAGE_RATIO * whole.rowCount() / Math.max(1, whole.columnCount());
    boolean isFirst = axes.tiles().filter(tiles -> tiles.rowAxis() == 0).isPresent();
    return isFirst && ratio >= 4 && shape.dimension(0) > 1
        ? whole.inLines(lineLength(shape.dimension(0), Math.round(Math.sqrt(ratio))))
        : whole;
  }

  /// Returns a line length close to the requested one, from 2 to `count`. Prefers a divisor of the
  /// count, so that the last line is full.
  private static long lineLength(long count, long about) {
    long maxLength = Math.min(about * 3 / 2, about + DIVISORS_TRIED);
    return LongStream.rangeClosed(Math.max(2, 2 * about - maxLength), maxLength)
        .filter(length -> count % length == 0)
        .boxed()
        .min(Comparator.comparingLong(length -> Math.abs(length - about)))
        .orElse(Math.min(count, about));
  }
}
