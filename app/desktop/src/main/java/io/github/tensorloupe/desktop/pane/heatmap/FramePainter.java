package io.github.tensorloupe.desktop.pane.heatmap;

/// Draws frames around pixels of the picture, outside of them and never smaller than can be seen.
///
/// @param argb the target, row by row from the top
/// @param width of the target
/// @param height of the target
/// @param thickness of a line, at least 1
record FramePainter(int[] argb, int width, int height, int thickness) {

  /// The least room inside a frame, in lines.
  private static final int LEAST_ROOM = 7;

  /// Draws a frame of three lines, the outer ones in the colour that parts it from the picture.
  void frame(long left, long top, int cellWidth, int cellHeight, int color, int edge) {
    int growX = Math.max(0, Math.ceilDiv(LEAST_ROOM * thickness - cellWidth, 2));
    int growY = Math.max(0, Math.ceilDiv(LEAST_ROOM * thickness - cellHeight, 2));
    long innerLeft = left - growX;
    long innerTop = top - growY;
    long innerRight = left + cellWidth + growX;
    long innerBottom = top + cellHeight + growY;
    int[] lineColors = {edge, color, color, edge};
    for (int line = 0; line < lineColors.length; line++) {
      ring(
          innerLeft - (long) line * thickness,
          innerTop - (long) line * thickness,
          innerRight + (long) line * thickness,
          innerBottom + (long) line * thickness,
          lineColors[line]);
    }
  }

  private void ring(long left, long top, long right, long bottom, int color) {
    fill(left - thickness, top - thickness, right + thickness, top, color);
    fill(left - thickness, bottom, right + thickness, bottom + thickness, color);
    fill(left - thickness, top, left, bottom, color);
    fill(right, top, right + thickness, bottom, color);
  }

  private void fill(long left, long top, long right, long bottom, int color) {
    int fromX = Math.clamp(left, 0, width);
    int toX = Math.clamp(right, 0, width);
    int fromY = Math.clamp(top, 0, height);
    int toY = Math.clamp(bottom, 0, height);
    for (int y = fromY; y < toY; y++) {
      for (int x = fromX; x < toX; x++) {
        argb[y * width + x] = color;
      }
    }
  }
}
