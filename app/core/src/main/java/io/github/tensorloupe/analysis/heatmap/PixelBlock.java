package io.github.tensorloupe.analysis.heatmap;

/// The values of a rectangle of pixels. A value is finite, or NaN if the pixel has no finite
/// elements. Flags record whether any element is NaN or infinite, and whether the pixel has no
/// elements. Effectively immutable: not modified after publication.
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
    values = new double[Math.multiplyExact(area.height(), area.width())];
    marks = new byte[values.length];
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

  /// Returns the tile that contains the first pixel of this block.
  public PixelGrid.Tile tile() {
    return grid.tileOf(area.row(), area.column());
  }

  /// Returns the index, within this block, of a pixel of the grid.
  public int index(long pixelRow, long pixelColumn) {
    return (int) (pixelRow - area.row()) * area.width() + (int) (pixelColumn - area.column());
  }

  public double value(int index) {
    return values[index];
  }

  public boolean isNan(int index) {
    return (marks[index] & NAN) != 0;
  }

  public boolean isInfinite(int index) {
    return (marks[index] & INFINITE) != 0;
  }

  /// Returns true if the pixel has no elements: beyond the end of a truncated file, or after the
  /// last element of a folded vector.
  public boolean isAbsent(int index) {
    return (marks[index] & ABSENT) != 0;
  }

  /// Returns true if all elements of the pixel are finite and at least one exists.
  public boolean isPlain(int index) {
    return marks[index] == 0;
  }

  public int size() {
    return values.length;
  }

  /// Returns the approximate memory size in bytes.
  public long byteCount() {
    return (Double.BYTES + 1L) * values.length;
  }

  /// The number of one pixel, and a combination of [#NAN], [#INFINITE] and [#ABSENT].
  record PixelNumber(double value, int marks) {

    /// Returns the number of a single element, or of several elements that are all finite.
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
