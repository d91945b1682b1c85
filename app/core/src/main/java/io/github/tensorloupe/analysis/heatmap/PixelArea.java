package io.github.tensorloupe.analysis.heatmap;

/// A rectangle of pixels of a [PixelGrid]: its upper left pixel and its size.
public record PixelArea(long row, long column, int height, int width) {

  public boolean contains(long pixelRow, long pixelColumn) {
    return pixelRow >= row
        && pixelRow - row < height
        && pixelColumn >= column
        && pixelColumn - column < width;
  }

  PixelArea transposed() {
    return new PixelArea(column, row, width, height);
  }
}
