package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.desktop.control.canvas.Glyphs;
import io.github.tensorloupe.desktop.pane.hex.HexChoices.RowWidth;
import io.github.tensorloupe.format.ByteRange;

/// The layout of the columns and rows of the pane, in pixels from its upper left corner.
///
/// From left to right: the offset, the bytes in groups of eight, and the bytes as characters. If
/// there is little room, the gaps shrink in three steps, then the characters are hidden, and
/// finally the rows get fewer bytes.
record HexLayout(int columns, Glyphs glyphs, int offsetCharacters, Gaps gaps) {

  private static final int GROUP = 8;
  private static final double ROW_LEADING = 4;

  /// The gaps in pixels; `cell` is between neighboring bytes of a group.
  record Gaps(double padding, double column, double cell) {
    private static final Gaps TIGHT = new Gaps(12, 10, 4);
    private static final Gaps TIGHTER = new Gaps(8, 8, 3);
    private static final Gaps TIGHTEST = new Gaps(6, 6, 2);

    private static Gaps airy(Glyphs glyphs) {
      return new Gaps(12, 18, Math.ceil(glyphs.width()));
    }
  }

  static HexLayout fitting(double paneWidth, RowWidth wanted, int offsetCharacters, Glyphs glyphs) {
    int columns = wanted.maxBytes;
    HexLayout layout = fitting(paneWidth, columns, offsetCharacters, glyphs);
    while (columns > RowWidth.STEP && !layout.fits(paneWidth, wanted)) {
      columns = wanted.below(columns);
      layout = fitting(paneWidth, columns, offsetCharacters, glyphs);
    }
    return layout;
  }

  /// Returns true if a row fits. [RowWidth#FITTING] also requires room for the characters and the
  /// widest gaps.
  private boolean fits(double paneWidth, RowWidth wanted) {
    boolean isWhole = wanted != RowWidth.FITTING || gaps.equals(Gaps.airy(glyphs));
    return isWhole && bytesFit(paneWidth);
  }

  private static HexLayout fitting(
      double paneWidth, int columns, int offsetCharacters, Glyphs glyphs) {
    List<HexLayout> roomiestFirst =
        Stream.of(Gaps.airy(glyphs), Gaps.TIGHT, Gaps.TIGHTER, Gaps.TIGHTEST)
            .map(gaps -> new HexLayout(columns, glyphs, offsetCharacters, gaps))
            .toList();
    return roomiestFirst.stream()
        .filter(layout -> layout.showsCharacters(paneWidth))
        .findFirst()
        .orElse(
            roomiestFirst.get(1).bytesFit(paneWidth)
                ? roomiestFirst.get(1)
                : roomiestFirst.getLast());
  }

  private boolean bytesFit(double paneWidth) {
    return bytesRight() + gaps.cell / 2 <= paneWidth;
  }

  double rowHeight() {
    return Math.ceil(glyphs.height()) + ROW_LEADING;
  }

  /// Returns the number of completely visible rows, at least 1.
  int wholeRows(double paneHeight) {
    return (int) Math.max(1, Math.floor((paneHeight - rowHeight()) / rowHeight()));
  }

  double offsetLeft() {
    return gaps.padding;
  }

  /// Returns the upper edge of a row. The line of column numbers is above the first row.
  double rowTop(int row) {
    return (row + 1) * rowHeight();
  }

  /// Returns the row at a height, which may be outside the rows; -1 for the line of column numbers.
  int rowAt(double y) {
    return (int) Math.floor(y / rowHeight()) - 1;
  }

  /// Returns the baseline of a row's text, rounded to a whole pixel.
  ///
  /// @param row -1 for the line of column numbers
  double baseline(int row) {
    return Math.round(rowTop(row) + ROW_LEADING / 2 + glyphs.ascent());
  }

  double byteLeft(int column) {
    double bytesLeft = Math.ceil(gaps.padding + offsetCharacters * glyphs.width() + gaps.column);
    return bytesLeft + column * (2 * glyphs.width() + gaps.cell) + column / GROUP * gaps.cell;
  }

  private double bytesRight() {
    return byteLeft(columns - 1) + 2 * glyphs.width();
  }

  /// Returns the left edge of a byte's character; for the column after the last, the right edge of
  /// the last character.
  double characterLeft(int column) {
    return Math.ceil(bytesRight() + gaps.column) + column * glyphs.width();
  }

  double width() {
    return characterLeft(columns) + gaps.padding;
  }

  boolean showsCharacters(double paneWidth) {
    return width() <= paneWidth;
  }

  private int characterAt(double x) {
    return (int) Math.floor((x - characterLeft(0)) / glyphs.width());
  }

  /// Returns the column of the byte whose digits or character are at a point, or empty.
  OptionalInt hit(double x, double y, RowCells cells) {
    boolean isOnDigits = x >= cells.left(0) && x < cells.right(columns - 1);
    int column = isOnDigits ? cells.columnAt(x) : characterAt(x);
    boolean isByte = rowAt(y) >= 0 && column >= 0 && column < columns;
    return isByte ? OptionalInt.of(column) : OptionalInt.empty();
  }

  int nearestColumn(double x, RowCells cells) {
    return x >= characterLeft(0) - gaps.cell / 2
        ? Math.clamp(characterAt(x), 0, columns - 1)
        : cells.columnAt(x);
  }

  /// The cells of the bytes of one row, in pixels. The bytes of an element are closer together. The
  /// width of a group does not depend on that, so its neighbors do not move.
  ///
  /// @param digits the left edge of each byte's digits
  record RowCells(HexLayout layout, double[] digits) {

    /// @param row counted from the first visible row
    static RowCells of(HexLayout layout, HexPage page, int row) {
      double[] digits = IntStream.range(0, layout.columns).mapToDouble(layout::byteLeft).toArray();
      RowCells cells = new RowCells(layout, digits);
      if (page.structure().isPresent() && page.look().grouped() && row >= 0) {
        cells.moveTogether(page, page.structure().get(), row);
      }
      return cells;
    }

    /// Moves the bytes of each element together, except for elements cut by the ends of the row.
    private void moveTogether(HexPage page, PageStructure structure, int row) {
      ByteRange bytes = page.bytesOf(row);
      for (long at = bytes.begin(); at < bytes.end() && structure.visible().contains(at); at++) {
        int size = structure.elementBytes(at);
        int place = structure.byteInElement(at);
        int column = page.rows().columnOf(at);
        if (column >= place && column - place + size <= digits.length) {
          digits[column] += ((size - 1) / 2.0 - place) * pull(size) * layout.gaps.cell;
        }
      }
    }

    /// Returns the share of the gaps inside an element to remove; smaller for long elements, which
    /// would otherwise leave holes between them.
    private static double pull(int elementBytes) {
      return switch (elementBytes) {
        case 1 -> 0;
        case 2 -> 0.6;
        case 4 -> 0.5;
        default -> 0.35;
      };
    }

    double digitsLeft(int column) {
      return digits[column];
    }

    /// Returns the left edge of a byte's background. The backgrounds of neighbors touch.
    double left(int column) {
      return column == 0 ? Math.round(digits[0] - layout.gaps.cell / 2) : right(column - 1);
    }

    double right(int column) {
      double digitsRight = digits[column] + 2 * layout.glyphs.width();
      return Math.round(
          column == digits.length - 1
              ? digitsRight + layout.gaps.cell / 2
              : (digitsRight + digits[column + 1]) / 2);
    }

    /// Returns the column whose background is at a position, or the nearest column.
    int columnAt(double x) {
      int column = digits.length - 1;
      while (column > 0 && x < left(column)) {
        column--;
      }
      return column;
    }
  }
}
