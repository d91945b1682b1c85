package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.slice.TensorSlice;

/// The division of the cells of a slice into the pixels of a picture, starting with the first cell.
/// The last pixel of a row or column may contain fewer cells than the others. Pixels are grouped
/// into tiles, the units of computation.
///
/// @param rowsPerPixel the number of cell rows per pixel, at least 1
/// @param columnsPerPixel the number of cell columns per pixel, at least 1
public record PixelGrid(long rowCount, long columnCount, long rowsPerPixel, long columnsPerPixel) {

  /// The width and height of a tile in pixels; tiles at the right and lower edges may be smaller.
  public static final int TILE_PIXELS = 128;

  /// A tile of the grid; rows and columns are counted in tiles.
  public record Tile(long row, long column) {}

  public PixelGrid {
    if (rowsPerPixel < 1 || columnsPerPixel < 1) {
      throw new IllegalArgumentException(
          "%d × %d cells per pixel".formatted(rowsPerPixel, columnsPerPixel));
    }
  }

  /// Returns the finest grid whose picture fits into a square. Each axis is pooled independently of
  /// the other.
  ///
  /// @param maxSide the side length of the square in pixels, at least 1
  public static PixelGrid within(TensorSlice slice, int maxSide) {
    return new PixelGrid(
        slice.rowCount(),
        slice.columnCount(),
        Math.max(1, Math.ceilDiv(slice.rowCount(), maxSide)),
        Math.max(1, Math.ceilDiv(slice.columnCount(), maxSide)));
  }

  PixelGrid transposed() {
    return new PixelGrid(columnCount, rowCount, columnsPerPixel, rowsPerPixel);
  }

  public long height() {
    return Math.ceilDiv(rowCount, rowsPerPixel);
  }

  public long width() {
    return Math.ceilDiv(columnCount, columnsPerPixel);
  }

  /// Returns true if every pixel is one element.
  public boolean isElementwise() {
    return rowsPerPixel == 1 && columnsPerPixel == 1;
  }

  /// Returns the tiles that contain pixels of an area, row by row.
  public List<Tile> tiles(PixelArea area) {
    Tile first = tileOf(area.row(), area.column());
    Tile last = tileOf(area.row() + area.height() - 1, area.column() + area.width() - 1);
    List<Tile> tiles = new ArrayList<>();
    for (long row = first.row(); row <= last.row(); row++) {
      for (long column = first.column(); column <= last.column(); column++) {
        tiles.add(new Tile(row, column));
      }
    }
    return tiles;
  }

  public Tile tileOf(long pixelRow, long pixelColumn) {
    return new Tile(pixelRow / TILE_PIXELS, pixelColumn / TILE_PIXELS);
  }

  public PixelArea areaOf(Tile tile) {
    long row = tile.row() * TILE_PIXELS;
    long column = tile.column() * TILE_PIXELS;
    return new PixelArea(
        row,
        column,
        (int) Math.min(TILE_PIXELS, height() - row),
        (int) Math.min(TILE_PIXELS, width() - column));
  }
}
