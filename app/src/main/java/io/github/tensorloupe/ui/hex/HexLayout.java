package io.github.tensorloupe.ui.hex;

import java.util.Optional;

/// Where the columns and rows of the pane are, in pixels from its upper left corner. Immutable.
///
/// From left to right: the offset, sixteen bytes in two groups, and the bytes as characters. Where
/// there is little room the bytes move together, then the characters are left out, and in the end
/// everything moves together once more.
final class HexLayout {

  /// A byte that was hit.
  ///
  /// @param row counted from the row on top
  /// @param column from 0 to 15
  record Hit(int row, int column) {}

  /// The measures of a fixed-width font, in pixels.
  ///
  /// @param width the advance of one character
  /// @param height the height of a line
  /// @param ascent from the top of a line to its base line
  record Glyphs(double width, double height, double ascent) {}

  /// How far things are apart, in pixels.
  private record Gaps(double padding, double column, double cell) {
    static final Gaps TIGHT = new Gaps(12, 10, 4);
    static final Gaps TIGHTEST = new Gaps(6, 6, 2);

    static Gaps airy(Glyphs glyphs) {
      return new Gaps(12, 18, Math.ceil(glyphs.width()));
    }
  }

  private static final double ROW_LEADING = 4;

  private final double padding;
  private final double glyphWidth;
  private final double ascent;
  private final double rowHeight;
  private final double cellGap;
  private final double groupGap;
  private final double bytesLeft;
  private final double textLeft;
  private final double width;

  private HexLayout(Glyphs glyphs, int offsetDigits, Gaps gaps) {
    this.padding = gaps.padding();
    this.glyphWidth = glyphs.width();
    this.ascent = glyphs.ascent();
    this.rowHeight = Math.ceil(glyphs.height()) + ROW_LEADING;
    this.cellGap = gaps.cell();
    this.groupGap = cellGap;
    this.bytesLeft = Math.ceil(padding + offsetDigits * glyphWidth + gaps.column());
    this.textLeft = Math.ceil(bytesRight() + gaps.column());
    this.width = textLeft + HexRows.BYTES_PER_ROW * glyphWidth + padding;
  }

  /// The layout for a pane of a width.
  ///
  /// @param paneWidth in pixels
  /// @param offsetDigits how many digits the offsets have
  static HexLayout fitting(double paneWidth, int offsetDigits, Glyphs glyphs) {
    HexLayout airy = new HexLayout(glyphs, offsetDigits, Gaps.airy(glyphs));
    if (airy.width <= paneWidth) {
      return airy;
    }
    HexLayout tight = new HexLayout(glyphs, offsetDigits, Gaps.TIGHT);
    return tight.cellRight(15) <= paneWidth
        ? tight
        : new HexLayout(glyphs, offsetDigits, Gaps.TIGHTEST);
  }

  /// The room that everything takes, the characters too.
  double width() {
    return width;
  }

  double rowHeight() {
    return rowHeight;
  }

  /// How many rows are wholly visible, at least 1.
  int wholeRows(double paneHeight) {
    return (int) Math.max(1, Math.floor((paneHeight - rowHeight) / rowHeight));
  }

  double offsetLeft() {
    return padding;
  }

  /// The upper edge of a row; above the first is the line of column numbers.
  double rowTop(int row) {
    return (row + 1) * rowHeight;
  }

  /// The base line of a row's text, on a whole pixel.
  ///
  /// @param row -1 for the line of column numbers
  double baseline(int row) {
    return Math.round(rowTop(row) + ROW_LEADING / 2 + ascent);
  }

  /// Where the two digits of a byte begin.
  double byteLeft(int column) {
    return bytesLeft + column * cellWidth() + (column < 8 ? 0 : groupGap);
  }

  /// The left edge of a byte's ground; grounds of neighbours touch.
  double cellLeft(int column) {
    return Math.round(column == 8 ? cellRight(7) : byteLeft(column) - cellGap / 2);
  }

  /// The right edge of a byte's ground.
  double cellRight(int column) {
    double right = byteLeft(column) + 2 * glyphWidth + cellGap / 2;
    return Math.round(column == 7 ? right + groupGap / 2 : right);
  }

  /// Where a byte's character begins; for column 16 the right edge of the last.
  double characterLeft(int column) {
    return textLeft + column * glyphWidth;
  }

  /// Whether the characters fit into a pane of a width.
  boolean showsCharacters(double paneWidth) {
    return width <= paneWidth;
  }

  /// The byte at a point, whether at its digits or at its character.
  Optional<Hit> hit(double x, double y) {
    int row = (int) Math.floor(y / rowHeight) - 1;
    if (row < 0) {
      return Optional.empty();
    }
    if (x >= cellLeft(0) && x < cellRight(15)) {
      int column = 15;
      while (x < cellLeft(column)) {
        column--;
      }
      return Optional.of(new Hit(row, column));
    }
    int column = (int) Math.floor((x - textLeft) / glyphWidth);
    return column >= 0 && column < HexRows.BYTES_PER_ROW
        ? Optional.of(new Hit(row, column))
        : Optional.empty();
  }

  private double cellWidth() {
    return 2 * glyphWidth + cellGap;
  }

  private double bytesRight() {
    return byteLeft(15) + 2 * glyphWidth;
  }
}
