package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.GridPlacement;
import io.github.tensorloupe.analysis.heatmap.PixelBlock;

/// A heat map drawn into an array. Each heat map pixel is a cell of one color. Non-finite numbers
/// are marked with a minimum size to be visible. Not thread-safe.
///
/// @param argb the target pixels in row-major order from the top
/// @param width the width of the target in pixels
/// @param height the height of the target in pixels
/// @param line the thickness of a thin line in target pixels, at least 1
public record HeatPixels(int[] argb, int width, int height, HeatPalette palette, int line) {

  /// The minimum width of a mark without its outline, in thin lines.
  private static final int MIN_MARK = 3;

  private static final int HATCH = 6;

  /// Draws the visible part of a block, without marks.
  public void draw(PixelBlock block, GridPlacement place, HeatScale scale) {
    Span rows =
        Span.of(block.area().row(), block.area().height(), place.top(), place.cellHeight(), height);
    Span columns =
        Span.of(
            block.area().column(), block.area().width(), place.left(), place.cellWidth(), width);
    for (int y = rows.begin(); y < rows.end(); y++) {
      long row = (y - place.top()) / place.cellHeight();
      boolean isLikeAbove = y > rows.begin() && (y - place.top()) % place.cellHeight() != 0;
      if (isLikeAbove && !hasAbsent(block, row, columns, place)) {
        System.arraycopy(
            argb,
            (y - 1) * width + columns.begin(),
            argb,
            y * width + columns.begin(),
            columns.end() - columns.begin());
      } else {
        drawRow(block, place, scale, row, y, columns);
      }
    }
  }

  private static boolean hasAbsent(PixelBlock block, long row, Span columns, GridPlacement place) {
    if (columns.begin() >= columns.end()) {
      return false;
    }
    // Absent pixels are at the end of rows or columns, so checking the last one suffices.
    long last = (columns.end() - 1 - place.left()) / place.cellWidth();
    return block.isAbsent(block.index(row, last));
  }

  private void drawRow(
      PixelBlock block, GridPlacement place, HeatScale scale, long row, int y, Span columns) {
    for (int x = columns.begin(); x < columns.end(); ) {
      long column = (x - place.left()) / place.cellWidth();
      int end = (int) Math.min(columns.end(), place.left() + (column + 1) * place.cellWidth());
      int index = block.index(row, column);
      if (block.isAbsent(index)) {
        hatch(x, end, y);
      } else {
        double value = block.value(index);
        int color =
            !Double.isNaN(value)
                ? scale.color(value)
                : block.isNan(index) ? palette.nan() : palette.infinite();
        Arrays.fill(argb, y * width + x, y * width + end, color);
      }
      x = end;
    }
  }

  private void hatch(int from, int to, int y) {
    for (int x = from; x < to; x++) {
      argb[y * width + x] = (x + y) / line % HATCH == 0 ? palette.absent() : palette.ground();
    }
  }

  /// Marks the NaN pixels or the infinite pixels of a block. Outlines must be drawn before fills
  /// for all blocks, and infinities before NaN.
  private void mark(PixelBlock block, GridPlacement place, boolean isNan, boolean isEdge) {
    for (int index = 0; index < block.size(); index++) {
      if (!block.isPlain(index)
          && block.isNan(index) == isNan
          && (isNan || block.isInfinite(index))) {
        long row = block.area().row() + index / block.area().width();
        long column = block.area().column() + index % block.area().width();
        markPixel(place, row, column, isNan ? palette.nan() : palette.infinite(), isEdge);
      }
    }
  }

  private void markPixel(GridPlacement place, long row, long column, int color, boolean isEdge) {
    long left = place.left() + column * place.cellWidth();
    long top = place.top() + row * place.cellHeight();
    int more = isEdge ? line : 0;
    int growX = Math.max(0, Math.ceilDiv(MIN_MARK * line - place.cellWidth(), 2)) + more;
    int growY = Math.max(0, Math.ceilDiv(MIN_MARK * line - place.cellHeight(), 2)) + more;
    fill(
        left - growX,
        top - growY,
        left + place.cellWidth() + growX,
        top + place.cellHeight() + growY,
        isEdge ? palette.edge() : color);
  }

  private void fill(long left, long top, long right, long bottom, int color) {
    int fromX = Math.clamp(left, 0, width);
    int toX = Math.clamp(right, 0, width);
    int fromY = Math.clamp(top, 0, height);
    int toY = Math.clamp(bottom, 0, height);
    for (int y = fromY; y < toY; y++) {
      Arrays.fill(argb, y * width + fromX, y * width + toX, color);
    }
  }

  /// Draws the marks of all blocks. Must be called after all blocks are drawn.
  public void mark(Iterable<PixelBlock> blocks, GridPlacement place) {
    for (boolean isEdge : new boolean[] {true, false}) {
      for (boolean isNan : new boolean[] {false, true}) {
        blocks.forEach(block -> mark(block, place, isNan, isEdge));
      }
    }
  }

  private record Span(int begin, int end) {

    static Span of(long firstCell, int cellCount, long origin, int cellSize, int room) {
      long begin = origin + firstCell * cellSize;
      return new Span(
          Math.clamp(begin, 0, room), Math.clamp(begin + (long) cellCount * cellSize, 0, room));
    }
  }
}
