package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;

/// The part of a picture that is seen on a screen, and how large. Immutable. Lengths are pixels of
/// the screen.
///
/// @param rows from top to bottom
/// @param columns from left to right
public record HeatFrame(Axis rows, Axis columns) {

  /// A picture that would be thinner than this is widened in that direction alone.
  private static final int THIN = 48;

  /// The rectangle in which the pixels of a grid are drawn.
  ///
  /// @param left where the grid's first column begins, which may be far outside
  /// @param top where the grid's first row begins
  /// @param cellWidth of a pixel of the grid
  /// @param cellHeight of a pixel of the grid
  public record Place(long left, long top, int cellWidth, int cellHeight) {}

  public record Pixel(long row, long column) {}

  /// All of the picture. Elements are squares, unless that would leave too little to see.
  ///
  /// @param height of the screen's part, at least 1
  /// @param width of the screen's part, at least 1
  public static HeatFrame fitting(long rowCount, long columnCount, int height, int width) {
    Axis rows = Axis.fitting(rowCount, height);
    Axis columns = Axis.fitting(columnCount, width);
    long pooled = Math.max(rows.pooled(), columns.pooled());
    int magnified = Math.min(rows.magnified(), columns.magnified());
    Axis equalRows = new Axis(rowCount, height, pooled, magnified, 0);
    Axis equalColumns = new Axis(columnCount, width, pooled, magnified, 0);
    return isThin(equalRows) || isThin(equalColumns)
        ? new HeatFrame(rows, columns)
        : new HeatFrame(equalRows, equalColumns);
  }

  private static boolean isThin(Axis axis) {
    return axis.length() < Math.min(THIN, axis.room() / 3);
  }

  public PixelGrid grid() {
    return new PixelGrid(rows.cells(), columns.cells(), rows.pooled(), columns.pooled());
  }

  public Place place() {
    return new Place(columns.origin(), rows.origin(), columns.magnified(), rows.magnified());
  }

  public PixelArea visible() {
    return new PixelArea(
        rows.firstVisible(), columns.firstVisible(), rows.visibleCount(), columns.visibleCount());
  }

  /// The first row that is seen.
  public long firstRow() {
    return visible().row() * rows.pooled();
  }

  /// The last row that is seen.
  public long lastRow() {
    return Math.min(rows.cells(), (visible().row() + visible().height()) * rows.pooled()) - 1;
  }

  /// The first column that is seen.
  public long firstColumn() {
    return visible().column() * columns.pooled();
  }

  /// The last column that is seen.
  public long lastColumn() {
    return Math.min(columns.cells(), (visible().column() + visible().width()) * columns.pooled())
        - 1;
  }

  /// The tiles that are seen, those in the middle first.
  public List<PixelGrid.Tile> visibleTiles() {
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

  /// The pixel at a point of the screen; empty beside the picture.
  public Optional<Pixel> pixelAt(double x, double y) {
    return Optional.of(new Pixel(rows.pixelAt(y), columns.pixelAt(x)))
        .filter(pixel -> pixel.row() >= 0 && pixel.column() >= 0);
  }

  public Pixel pixelOf(Cell cell) {
    return new Pixel(rows.pixelOf(cell.row()), columns.pixelOf(cell.column()));
  }

  /// The first cell of the pixel at a distance from a cell, inside the picture; the first pixel
  /// where there is no cell to start from.
  public Cell step(Optional<Cell> from, long down, long right) {
    PixelGrid grid = grid();
    long row = from.map(cell -> pixelOf(cell).row() + down).orElse(0L);
    long column = from.map(cell -> pixelOf(cell).column() + right).orElse(0L);
    return new Cell(
        Math.clamp(row, 0, grid.height() - 1) * grid.rowsPerPixel(),
        Math.clamp(column, 0, grid.width() - 1) * grid.columnsPerPixel());
  }

  /// Zoomed with a cell in its place if it is visible, else with the center.
  public HeatFrame zoomed(int steps, Optional<Cell> at) {
    Optional<Cell> seen = at.filter(cell -> showing(cell.row(), cell.column()).equals(this));
    return zoomed(
        steps,
        seen.map(cell -> columns.middle(cell.column())).orElse(columns.room() / 2.0),
        seen.map(cell -> rows.middle(cell.row())).orElse(rows.room() / 2.0));
  }

  /// True if both are parts of pictures with as many elements in either direction.
  public boolean isOfSameSize(HeatFrame other) {
    return rows.cells() == other.rows.cells() && columns.cells() == other.columns.cells();
  }

  /// The same on another part of the screen.
  public HeatFrame inRoom(int height, int width) {
    return new HeatFrame(rows.inRoom(height), columns.inRoom(width));
  }

  /// The same, moved towards the end of the picture.
  public HeatFrame moved(long down, long right) {
    return new HeatFrame(rows.moved(down), columns.moved(right));
  }

  /// Nearer for positive steps; further away at most until all of it fits.
  ///
  /// @param x of the place that stays where it is
  public HeatFrame zoomed(int steps, double x, double y) {
    HeatFrame all = fitting(rows.cells(), columns.cells(), rows.room(), columns.room());
    return new HeatFrame(
        rows.zoomed(steps, y, all.rows.pooled()), columns.zoomed(steps, x, all.columns.pooled()));
  }

  /// With one pixel of the screen for each element; the middle stays.
  public HeatFrame elementwise() {
    return new HeatFrame(
        rows.sized(1, 1, rows.room() / 2.0), columns.sized(1, 1, columns.room() / 2.0));
  }

  /// Moved so that a cell is seen.
  public HeatFrame showing(long row, long column) {
    return new HeatFrame(rows.showing(row), columns.showing(column));
  }

  /// One direction of the picture: how large its elements are and which of them are seen. Lengths
  /// are pixels of the screen. Immutable.
  ///
  /// Either some elements share a pixel or an element takes some pixels; one of the two is 1.
  ///
  /// @param cells how many elements there are, at least 1
  /// @param room how much of the screen there is, at least 1
  /// @param pooled how many elements share a pixel of the picture
  /// @param magnified how many pixels of the screen a pixel of the picture takes
  /// @param scroll how much of the picture lies before the room; 0 where all of it fits
  public record Axis(long cells, int room, long pooled, int magnified, long scroll) {

    static final int MOST_MAGNIFIED = 64;

    public Axis {
      scroll = Math.clamp(scroll, 0, Math.max(0, Math.ceilDiv(cells, pooled) * magnified - room));
    }

    private static Axis fitting(long cells, int room) {
      return new Axis(
          cells,
          room,
          Math.max(1, Math.ceilDiv(cells, room)),
          Math.clamp(room / cells, 1, MOST_MAGNIFIED),
          0);
    }

    private long length() {
      return Math.ceilDiv(cells, pooled) * magnified;
    }

    /// The beginning of the picture, from the beginning of the room; a small one is in the middle.
    private long origin() {
      return length() < room ? (room - length()) / 2 : -scroll;
    }

    /// The pixel of the picture at a place of the room, or -1.
    long pixelAt(double place) {
      double inside = Math.floor(place) - origin();
      return inside < 0 || inside >= length() ? -1 : (long) inside / magnified;
    }

    private long firstVisible() {
      return Math.max(0, -origin()) / magnified;
    }

    private int visibleCount() {
      long end = Math.min(Math.ceilDiv(cells, pooled), Math.ceilDiv(room - origin(), magnified));
      return (int) (end - firstVisible());
    }

    private long pixelOf(long cell) {
      return cell / pooled;
    }

    private double middle(long cell) {
      return origin() + (pixelOf(cell) + 0.5) * magnified;
    }

    private Axis inRoom(int newRoom) {
      return new Axis(cells, newRoom, pooled, magnified, scroll);
    }

    private Axis moved(long distance) {
      return new Axis(cells, room, pooled, magnified, scroll + distance);
    }

    /// Some steps nearer, or further away; what is at a place stays there.
    ///
    /// @param mostPooled how far away at most
    private Axis zoomed(int steps, double place, long mostPooled) {
      Axis axis = this;
      for (int i = 0; i < Math.abs(steps); i++) {
        axis = steps > 0 ? axis.nearer(place) : axis.further(place, mostPooled);
      }
      return axis;
    }

    private Axis nearer(double place) {
      return pooled > 1
          ? sized(stepBelow(pooled), 1, place)
          : sized(1, Math.min(MOST_MAGNIFIED, stepAbove(magnified)), place);
    }

    private Axis further(double place, long mostPooled) {
      return magnified > 1
          ? sized(1, stepBelow(magnified), place)
          : sized(Math.clamp(stepAbove(pooled), 1, Math.max(pooled, mostPooled)), 1, place);
    }

    /// With other sizes; what is at a place stays there.
    private Axis sized(long newPooled, long newMagnified, double place) {
      double cell = (place - origin()) / magnified * pooled;
      double newScroll = cell / newPooled * newMagnified - place;
      return new Axis(cells, room, newPooled, (int) newMagnified, Math.round(newScroll));
    }

    /// The same, moved so that an element is seen; in the middle if it was not.
    private Axis showing(long cell) {
      long begin = pixelOf(cell) * magnified + origin();
      return begin >= 0 && begin + magnified <= room
          ? this
          : new Axis(
              cells, room, pooled, magnified, pixelOf(cell) * magnified - (room - magnified) / 2);
    }

    /// The next larger of the sizes that zooming goes through: 1, 2, 3, 4, 6, 8, 12 and so on.
    /// Whole numbers only, so that every pixel of a picture is as large as every other and stands
    /// for as many elements.
    ///
    /// @param size at least 1
    static long stepAbove(long size) {
      long power = Long.highestOneBit(size);
      long between = power + power / 2;
      return size < between ? between : 2 * power;
    }

    static long stepBelow(long size) {
      long most = Math.max(1, size - 1);
      long power = Long.highestOneBit(most);
      long between = power + power / 2;
      return between <= most ? between : power;
    }
  }
}
