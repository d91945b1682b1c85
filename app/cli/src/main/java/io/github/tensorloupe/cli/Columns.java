package io.github.tensorloupe.cli;

import java.util.List;

/// Aligned columns. Every row is measured first and written later, so that no row has to be kept.
final class Columns {

  private static final String GAP = "  ";

  /// One column.
  ///
  /// @param title stands over it
  /// @param isNumeric whether it is aligned at the right
  record Column(String title, boolean isNumeric) {

    /// A column aligned at the left.
    static Column text(String title) {
      return new Column(title, false);
    }

    /// A column aligned at the right.
    static Column number(String title) {
      return new Column(title, true);
    }
  }

  private final List<Column> columns;
  private final int[] widths;

  Columns(Column... columns) {
    this.columns = List.of(columns);
    this.widths = this.columns.stream().mapToInt(column -> width(column.title())).toArray();
  }

  /// Makes room for a row.
  void measure(String... cells) {
    for (int i = 0; i < cells.length; i++) {
      widths[i] = Math.max(widths[i], width(cells[i]));
    }
  }

  /// The line with the titles.
  String titles() {
    return row(columns.stream().map(Column::title).toArray(String[]::new));
  }

  /// The line for a row; a cell wider than its column pushes the rest to the right.
  String row(String... cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      String room = " ".repeat(Math.max(0, widths[i] - width(cells[i])));
      line.append(i == 0 ? "" : GAP);
      if (columns.get(i).isNumeric()) {
        line.append(room).append(cells[i]);
      } else {
        line.append(cells[i]).append(room);
      }
    }
    return line.toString();
  }

  /// How many cells of a terminal a text takes.
  static int width(String text) {
    return text.codePoints().map(Columns::width).sum();
  }

  private static int width(int codePoint) {
    int type = Character.getType(codePoint);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    return isWide(codePoint) ? 2 : 1;
  }

  /// Whether a terminal gives the character two cells: East Asian scripts and pictures.
  private static boolean isWide(int codePoint) {
    return codePoint >= 0x1100
        && (codePoint <= 0x115f
            || codePoint >= 0x2e80 && codePoint <= 0xa4cf
            || codePoint >= 0xac00 && codePoint <= 0xd7a3
            || codePoint >= 0xf900 && codePoint <= 0xfaff
            || codePoint >= 0xfe30 && codePoint <= 0xfe6f
            || codePoint >= 0xff00 && codePoint <= 0xff60
            || codePoint >= 0xffe0 && codePoint <= 0xffe6
            || codePoint >= 0x1f300 && codePoint <= 0x1faff
            || codePoint >= 0x20000 && codePoint <= 0x3fffd);
  }
}
