package io.github.tensorloupe.analysis.heatmap;

/// A rectangle of pixels of a [PixelGrid].
///
/// @param row of the first pixel
/// @param column of the first pixel
/// @param height in pixels
/// @param width in pixels
public record PixelArea(long row, long column, int height, int width) {

  /// True if a pixel is inside.
  public boolean contains(long pixelRow, long pixelColumn) {
    return pixelRow >= row
        && pixelRow - row < height
        && pixelColumn >= column
        && pixelColumn - column < width;
  }

  /// The same, rows and columns exchanged.
  PixelArea transposed() {
    return new PixelArea(column, row, width, height);
  }
}
