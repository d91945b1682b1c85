package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.desktop.pane.hex.structure.PageStructure;
import io.github.tensorloupe.format.ByteRange;

/// Where the bytes of one row are, in pixels: those of an element closer together. A group takes
/// the room of its bytes wherever they stand, so nothing beside it moves. Immutable.
final class RowCells {

  private final HexLayout layout;
  private final double[] digits;

  private RowCells(HexLayout layout) {
    this.layout = layout;
    this.digits = new double[layout.columns()];
    for (int column = 0; column < digits.length; column++) {
      digits[column] = layout.byteLeft(column);
    }
  }

  /// The cells of a row.
  ///
  /// @param row counted from the row on top
  static RowCells of(HexLayout layout, HexPage page, int row) {
    RowCells cells = new RowCells(layout);
    if (page.structure().isPresent() && page.look().grouped() && row >= 0) {
      cells.moveTogether(page, page.structure().get(), row);
    }
    return cells;
  }

  /// Elements that the ends of the row cut stay as they are.
  private void moveTogether(HexPage page, PageStructure structure, int row) {
    ByteRange bytes = page.bytesOf(row);
    for (long at = bytes.begin(); at < bytes.end() && structure.visible().contains(at); at++) {
      int size = structure.elementBytes(at);
      int place = structure.byteInElement(at);
      int column = page.rows().columnOf(at);
      if (column >= place && column - place + size <= digits.length) {
        digits[column] += ((size - 1) / 2.0 - place) * pull(size) * layout.cellGap();
      }
    }
  }

  /// The part of the gap within an element that is taken away, so that long elements do not leave
  /// holes between them.
  private static double pull(int elementBytes) {
    return switch (elementBytes) {
      case 1 -> 0;
      case 2 -> 0.6;
      case 4 -> 0.5;
      default -> 0.35;
    };
  }

  /// Where the two digits of a byte begin.
  double digitsLeft(int column) {
    return digits[column];
  }

  /// The left edge of a byte's ground; grounds of neighbours touch.
  double left(int column) {
    return column == 0 ? Math.round(digits[0] - layout.cellGap() / 2) : between(column - 1, column);
  }

  /// The right edge of a byte's ground.
  double right(int column) {
    return column == digits.length - 1
        ? Math.round(digits[column] + 2 * layout.glyphWidth() + layout.cellGap() / 2)
        : between(column, column + 1);
  }

  private double between(int column, int next) {
    return Math.round((digits[column] + 2 * layout.glyphWidth() + digits[next]) / 2);
  }

  /// The byte whose ground is at a place; the first or the last for a place beside them.
  int columnAt(double x) {
    int column = digits.length - 1;
    while (column > 0 && x < left(column)) {
      column--;
    }
    return column;
  }
}
