package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.GridPlacement;
import io.github.tensorloupe.analysis.heatmap.PixelArea;
import io.github.tensorloupe.analysis.heatmap.PixelGrid;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;

/// The visible part of a picture and its magnification. Immutable. Lengths are screen pixels.
///
/// @param rows from top to bottom
/// @param columns from left to right
record HeatMapViewport(Axis rows, Axis columns) {

  /// If the picture is thinner than this, each direction is scaled independently.
  private static final int MIN_PICTURE_LENGTH = 48;

  record Pixel(long row, long column) {}

  /// Returns a viewport that shows the entire picture. Elements are squares, unless the picture
  /// would be too thin.
  ///
  /// @param height at least 1
  /// @param width at least 1
  static HeatMapViewport fitting(long rowCount, long columnCount, int height, int width) {
    Axis rows = Axis.fitting(rowCount, height);
    Axis columns = Axis.fitting(columnCount, width);
    long pooled = Math.max(rows.pooled(), columns.pooled());
    int magnified = Math.min(rows.magnified(), columns.magnified());
    Axis equalRows = new Axis(rowCount, height, pooled, magnified, 0);
    Axis equalColumns = new Axis(columnCount, width, pooled, magnified, 0);
    return isThin(equalRows) || isThin(equalColumns)
        ? new HeatMapViewport(rows, columns)
        : new HeatMapViewport(equalRows, equalColumns);
  }

  private static boolean isThin(Axis axis) {
    return axis.length() < Math.min(MIN_PICTURE_LENGTH, axis.viewportLength() / 3);
  }

  PixelGrid grid() {
    return new PixelGrid(rows.cells(), columns.cells(), rows.pooled(), columns.pooled());
  }

  GridPlacement place() {
    return new GridPlacement(
        columns.origin(), rows.origin(), columns.magnified(), rows.magnified());
  }

  PixelArea visible() {
    return new PixelArea(
        rows.firstVisible(), columns.firstVisible(), rows.visibleCount(), columns.visibleCount());
  }

  long firstRow() {
    return visible().row() * rows.pooled();
  }

  long lastRow() {
    return Math.min(rows.cells(), (visible().row() + visible().height()) * rows.pooled()) - 1;
  }

  long firstColumn() {
    return visible().column() * columns.pooled();
  }

  long lastColumn() {
    return Math.min(columns.cells(), (visible().column() + visible().width()) * columns.pooled())
        - 1;
  }

  /// Returns the visible tiles, from the center outwards.
  List<PixelGrid.Tile> visibleTiles() {
    List<PixelGrid.Tile> tiles = grid().tiles(visible());
    PixelGrid.Tile first = tiles.getFirst();
    PixelGrid.Tile last = tiles.getLast();
    return tiles.stream()
        .sorted(
            Comparator.comparingLong(
                tile ->
                    Math.abs(2 * tile.row() - first.row() - last.row())
                        + Math.abs(2 * tile.column() - first.column() - last.column())))
        .toList();
  }

  /// Returns the pixel at a point of the viewport, or empty outside the picture.
  Optional<Pixel> pixelAt(double x, double y) {
    return Optional.of(new Pixel(rows.pixelAt(y), columns.pixelAt(x)))
        .filter(pixel -> pixel.row() >= 0 && pixel.column() >= 0);
  }

  Pixel pixelOf(Cell cell) {
    return new Pixel(rows.pixelOf(cell.row()), columns.pixelOf(cell.column()));
  }

  /// Returns the first cell of the pixel at a distance from a cell, limited to the picture, or of
  /// the first pixel if `from` is empty.
  Cell step(Optional<Cell> from, long down, long right) {
    PixelGrid grid = grid();
    long row = from.map(cell -> pixelOf(cell).row() + down).orElse(0L);
    long column = from.map(cell -> pixelOf(cell).column() + right).orElse(0L);
    return new Cell(
        Math.clamp(row, 0, grid.height() - 1) * grid.rowsPerPixel(),
        Math.clamp(column, 0, grid.width() - 1) * grid.columnsPerPixel());
  }

  /// Returns this viewport zoomed around a cell if it is visible, otherwise around the center.
  HeatMapViewport zoomed(int steps, Optional<Cell> at) {
    Optional<Cell> visibleCell = at.filter(cell -> showing(cell.row(), cell.column()).equals(this));
    return zoomed(
        steps,
        visibleCell
            .map(cell -> columns.middle(cell.column()))
            .orElse(columns.viewportLength() / 2.0),
        visibleCell.map(cell -> rows.middle(cell.row())).orElse(rows.viewportLength() / 2.0));
  }

  /// Returns true if both pictures have the same number of rows and columns.
  boolean hasSameSize(HeatMapViewport other) {
    return rows.cells() == other.rows.cells() && columns.cells() == other.columns.cells();
  }

  /// Returns this viewport with another size.
  HeatMapViewport resized(int height, int width) {
    return new HeatMapViewport(rows.resized(height), columns.resized(width));
  }

  /// Returns this viewport scrolled towards the end of the picture.
  HeatMapViewport moved(long down, long right) {
    return new HeatMapViewport(rows.moved(down), columns.moved(right));
  }

  /// Returns this viewport zoomed in for positive steps, otherwise zoomed out, at most until the
  /// entire picture fits.
  ///
  /// @param x the horizontal position of the point that does not move
  /// @param y the vertical position of the point that does not move
  HeatMapViewport zoomed(int steps, double x, double y) {
    HeatMapViewport all =
        fitting(rows.cells(), columns.cells(), rows.viewportLength(), columns.viewportLength());
    return new HeatMapViewport(
        rows.zoomed(steps, y, all.rows.pooled()), columns.zoomed(steps, x, all.columns.pooled()));
  }

  /// Returns a viewport with one screen pixel per element and the same center.
  HeatMapViewport elementwise() {
    return new HeatMapViewport(
        rows.sized(1, 1, rows.viewportLength() / 2.0),
        columns.sized(1, 1, columns.viewportLength() / 2.0));
  }

  /// Returns this viewport, scrolled if necessary to make a cell visible.
  HeatMapViewport showing(long row, long column) {
    return new HeatMapViewport(rows.showing(row), columns.showing(column));
  }

  /// One direction of the picture: the size of its elements and the visible range. Lengths are
  /// screen pixels. Immutable.
  ///
  /// Either several elements share a pixel, or an element has several pixels; at least one of
  /// `pooled` and `magnified` is 1.
  ///
  /// @param cells the number of elements, at least 1
  /// @param viewportLength the length of the viewport, at least 1
  /// @param pooled the number of elements that share a picture pixel
  /// @param magnified the number of screen pixels per picture pixel
  /// @param scroll the length of the picture before the viewport; 0 if the entire picture fits
  record Axis(long cells, int viewportLength, long pooled, int magnified, long scroll) {

    static final int MAX_MAGNIFICATION = 64;

    Axis {
      scroll =
          Math.clamp(
              scroll, 0, Math.max(0, Math.ceilDiv(cells, pooled) * magnified - viewportLength));
    }

    private static Axis fitting(long cells, int viewportLength) {
      long pooled = Math.max(1, Math.ceilDiv(cells, viewportLength));
      int magnified = Math.clamp(viewportLength / cells, 1, MAX_MAGNIFICATION);
      return new Axis(cells, viewportLength, pooled, magnified, 0);
    }

    private long length() {
      return Math.ceilDiv(cells, pooled) * magnified;
    }

    /// Returns the beginning of the picture, relative to the beginning of the viewport. A picture
    /// smaller than the viewport is centered.
    private long origin() {
      return length() < viewportLength ? (viewportLength - length()) / 2 : -scroll;
    }

    /// Returns the picture pixel at a position in the viewport, or -1.
    long pixelAt(double position) {
      double inside = Math.floor(position) - origin();
      return inside < 0 || inside >= length() ? -1 : (long) inside / magnified;
    }

    private long firstVisible() {
      return Math.max(0, -origin()) / magnified;
    }

    private int visibleCount() {
      long end =
          Math.min(Math.ceilDiv(cells, pooled), Math.ceilDiv(viewportLength - origin(), magnified));
      return (int) (end - firstVisible());
    }

    private long pixelOf(long cell) {
      return cell / pooled;
    }

    private double middle(long cell) {
      return origin() + (pixelOf(cell) + 0.5) * magnified;
    }

    private Axis resized(int newLength) {
      return new Axis(cells, newLength, pooled, magnified, scroll);
    }

    private Axis moved(long distance) {
      return new Axis(cells, viewportLength, pooled, magnified, scroll + distance);
    }

    /// Returns this axis zoomed in for positive steps, otherwise zoomed out, around a fixed
    /// position.
    ///
    /// @param maxPooled the limit of zooming out
    private Axis zoomed(int steps, double position, long maxPooled) {
      Axis axis = this;
      for (int i = 0; i < Math.abs(steps); i++) {
        axis = steps > 0 ? axis.nearer(position) : axis.further(position, maxPooled);
      }
      return axis;
    }

    private Axis nearer(double position) {
      return pooled > 1
          ? sized(stepBelow(pooled), 1, position)
          : sized(1, Math.min(MAX_MAGNIFICATION, stepAbove(magnified)), position);
    }

    private Axis further(double position, long maxPooled) {
      return magnified > 1
          ? sized(1, stepBelow(magnified), position)
          : sized(Math.clamp(stepAbove(pooled), 1, Math.max(pooled, maxPooled)), 1, position);
    }

    /// Returns this axis with other sizes; the content at a position does not move.
    private Axis sized(long newPooled, long newMagnified, double position) {
      double cell = (position - origin()) / magnified * pooled;
      double newScroll = cell / newPooled * newMagnified - position;
      return new Axis(cells, viewportLength, newPooled, (int) newMagnified, Math.round(newScroll));
    }

    /// Returns this axis scrolled to center an element if it is not visible.
    private Axis showing(long cell) {
      long begin = pixelOf(cell) * magnified + origin();
      return begin >= 0 && begin + magnified <= viewportLength
          ? this
          : new Axis(
              cells,
              viewportLength,
              pooled,
              magnified,
              pixelOf(cell) * magnified - (viewportLength - magnified) / 2);
    }

    /// Returns the next larger zoom size: 1, 2, 3, 4, 6, 8, 12 and so on. Sizes are integers, so
    /// that all pixels of a picture have the same size and the same number of elements.
    ///
    /// @param size at least 1
    static long stepAbove(long size) {
      long power = Long.highestOneBit(size);
      long between = power + power / 2;
      return size < between ? between : 2 * power;
    }

    static long stepBelow(long size) {
      long maxResult = Math.max(1, size - 1);
      long power = Long.highestOneBit(maxResult);
      long between = power + power / 2;
      return between <= maxResult ? between : power;
    }
  }
}
