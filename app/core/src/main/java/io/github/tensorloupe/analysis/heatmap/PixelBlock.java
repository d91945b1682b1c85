package io.github.tensorloupe.analysis.heatmap;

/// A rectangle of pixels with their numbers. Not changed once it is handed on.
///
/// A number is finite, or NaN where no element of the pixel is. Whether some are NaN or infinite is
/// kept apart from it and so never pooled away.
public final class PixelBlock {

  static final int NAN = 1;
  static final int INFINITE = 2;
  static final int ABSENT = 4;

  private final PixelGrid grid;
  private final PixelArea area;
  private final double[] values;
  private final byte[] marks;

  PixelBlock(PixelGrid grid, PixelArea area) {
    this.grid = grid;
    this.area = area;
    this.values = new double[Math.multiplyExact(area.height(), area.width())];
    this.marks = new byte[values.length];
  }

  void put(int row, int column, PixelNumber number) {
    int index = row * area.width() + column;
    values[index] = number.value();
    marks[index] = (byte) number.marks();
  }

  public PixelGrid grid() {
    return grid;
  }

  public PixelArea area() {
    return area;
  }

  /// The tile that the first pixel is in.
  public PixelGrid.Tile tile() {
    return grid.tileOf(area.row(), area.column());
  }

  /// The index for the other methods of a pixel of the grid that is inside the area.
  public int index(long pixelRow, long pixelColumn) {
    return (int) (pixelRow - area.row()) * area.width() + (int) (pixelColumn - area.column());
  }

  public double value(int index) {
    return values[index];
  }

  /// True if an element of the pixel is NaN.
  public boolean isNan(int index) {
    return (marks[index] & NAN) != 0;
  }

  /// True if an element of the pixel is infinite.
  public boolean isInfinite(int index) {
    return (marks[index] & INFINITE) != 0;
  }

  /// True if no element of the pixel is there: of a truncated file, or behind a vector's last.
  public boolean isAbsent(int index) {
    return (marks[index] & ABSENT) != 0;
  }

  /// True if there is nothing to tell of a pixel but its number.
  public boolean isPlain(int index) {
    return marks[index] == 0;
  }

  public int size() {
    return values.length;
  }

  /// The memory that it takes, roughly.
  public long byteCount() {
    return (Double.BYTES + 1L) * values.length;
  }

  /// The number of one pixel.
  ///
  /// @param value finite, or NaN where no element is
  /// @param marks [#NAN] if an element is NaN, [#INFINITE] if one is infinite, [#ABSENT] if there
  ///   is no element
  record PixelNumber(double value, int marks) {

    /// Of one element, or of several that are all finite.
    static PixelNumber of(double element) {
      return Double.isFinite(element)
          ? new PixelNumber(element, 0)
          : new PixelNumber(Double.NaN, Double.isNaN(element) ? NAN : INFINITE);
    }

    static PixelNumber absent() {
      return new PixelNumber(Double.NaN, ABSENT);
    }
  }
}
