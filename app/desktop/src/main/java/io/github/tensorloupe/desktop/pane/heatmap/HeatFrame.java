package io.github.tensorloupe.desktop.pane.heatmap;

import io.github.tensorloupe.analysis.heatmap.PixelArea;
import io.github.tensorloupe.analysis.heatmap.PixelGrid;
import io.github.tensorloupe.export.HeatPixels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Which part of the picture is seen, and how large. Immutable. Lengths are pixels of the screen.
///
/// @param rows from top to bottom
/// @param columns from left to right
record HeatFrame(ViewAxis rows, ViewAxis columns) {

  /// A picture that would be thinner than this is widened in that direction alone.
  private static final int THIN = 48;

  /// All of the picture. Elements are squares, unless that would leave too little to see.
  static HeatFrame fitting(long rowCount, long columnCount, int height, int width) {
    ViewAxis rows = ViewAxis.fitting(rowCount, height);
    ViewAxis columns = ViewAxis.fitting(columnCount, width);
    long pooled = Math.max(rows.pooled(), columns.pooled());
    int magnified = Math.min(rows.magnified(), columns.magnified());
    ViewAxis equalRows = new ViewAxis(rowCount, height, pooled, magnified, 0);
    ViewAxis equalColumns = new ViewAxis(columnCount, width, pooled, magnified, 0);
    return isThin(equalRows) || isThin(equalColumns)
        ? new HeatFrame(rows, columns)
        : new HeatFrame(equalRows, equalColumns);
  }

  private static boolean isThin(ViewAxis axis) {
    return axis.pixels() * axis.magnified() < Math.min(THIN, axis.room() / 3);
  }

  /// The pixels of the picture.
  PixelGrid grid() {
    return new PixelGrid(rows.cells(), columns.cells(), rows.pooled(), columns.pooled());
  }

  /// Where they are drawn.
  HeatPixels.Place place() {
    return new HeatPixels.Place(
        columns.origin(), rows.origin(), columns.magnified(), rows.magnified());
  }

  /// The pixels that are seen.
  PixelArea visible() {
    return new PixelArea(
        rows.firstVisible(), columns.firstVisible(), rows.visibleCount(), columns.visibleCount());
  }

  /// The tiles that are seen, those in the middle first.
  List<PixelGrid.Tile> visibleTiles() {
    PixelGrid grid = grid();
    PixelArea area = visible();
    PixelGrid.Tile first = grid.tileOf(area.row(), area.column());
    PixelGrid.Tile last =
        grid.tileOf(area.row() + area.height() - 1, area.column() + area.width() - 1);
    List<PixelGrid.Tile> tiles = new ArrayList<>();
    for (long row = first.row(); row <= last.row(); row++) {
      for (long column = first.column(); column <= last.column(); column++) {
        tiles.add(new PixelGrid.Tile(row, column));
      }
    }
    tiles.sort(
        Comparator.comparingLong(
            tile ->
                Math.abs(2 * tile.row() - first.row() - last.row())
                    + Math.abs(2 * tile.column() - first.column() - last.column())));
    return tiles;
  }

  HeatFrame inRoom(int height, int width) {
    return new HeatFrame(rows.inRoom(height), columns.inRoom(width));
  }

  HeatFrame moved(long down, long right) {
    return new HeatFrame(rows.moved(down), columns.moved(right));
  }

  /// Nearer for positive steps; further away at most until all of it fits.
  ///
  /// @param x of the place that stays where it is
  HeatFrame zoomed(int steps, double x, double y) {
    HeatFrame all = fitting(rows.cells(), columns.cells(), rows.room(), columns.room());
    HeatFrame frame = this;
    for (int i = 0; i < Math.abs(steps); i++) {
      frame = steps > 0 ? frame.nearer(x, y) : frame.further(x, y, all);
    }
    return frame;
  }

  private HeatFrame nearer(double x, double y) {
    return new HeatFrame(rows.nearer(y), columns.nearer(x));
  }

  private HeatFrame further(double x, double y, HeatFrame all) {
    return new HeatFrame(
        rows.further(y, all.rows.pooled()), columns.further(x, all.columns.pooled()));
  }

  /// With one pixel of the screen for each element; the middle stays.
  HeatFrame elementwise() {
    return new HeatFrame(
        rows.sized(1, 1, rows.room() / 2.0), columns.sized(1, 1, columns.room() / 2.0));
  }

  /// Moved so that a cell is seen.
  HeatFrame showing(long row, long column) {
    return new HeatFrame(rows.showing(row), columns.showing(column));
  }
}
