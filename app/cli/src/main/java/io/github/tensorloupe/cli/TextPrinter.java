package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.text.Quantities;
import java.util.List;

/// Prints text in UTF-8 with LF, with colors if the terminal supports them.
final class TextPrinter {

  static final String NO_FIGURE = "-";

  /// A table with aligned columns. All rows must be measured before the first is formatted; they
  /// are not retained.
  static final class Table {

    private static final String GAP = "  ";
    private static final String NUMERIC = ">";

    private final String[] columns;
    private final String[] titles;
    private final int[] widths;

    /// @param columns the column titles; the prefix `>` aligns a column to the right
    Table(String... columns) {
      this.columns = columns;
      this.titles =
          Arrays.stream(columns)
              .map(title -> title.startsWith(NUMERIC) ? title.substring(1) : title)
              .toArray(String[]::new);
      this.widths = new int[columns.length];
      measure(titles);
    }

    void measure(String... cells) {
      for (int i = 0; i < cells.length; i++) {
        widths[i] = Math.max(widths[i], width(cells[i]));
      }
    }

    String titles() {
      return row(titles);
    }

    /// Formats a row. A cell wider than its column shifts the following cells.
    String row(String... cells) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < cells.length; i++) {
        String room = " ".repeat(Math.max(0, widths[i] - width(cells[i])));
        line.append(i == 0 ? "" : GAP);
        if (columns[i].startsWith(NUMERIC)) {
          line.append(room).append(cells[i]);
        } else {
          line.append(cells[i]).append(room);
        }
      }
      return line.toString();
    }

    private static int width(String text) {
      int width = 0;
      for (int i = 0; i < text.length(); ) {
        int codePoint = text.codePointAt(i);
        width += codePoint < 0x7f ? 1 : width(codePoint);
        i += Character.charCount(codePoint);
      }
      return width;
    }

    private static int width(int codePoint) {
      int type = Character.getType(codePoint);
      if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
        return 0;
      }
      return isWide(codePoint) ? 2 : 1;
    }

    /// Returns true if a character occupies two terminal cells: East Asian scripts and emoji.
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

  private static final int MESSAGE_LIMIT = 2000;

  private final Writer writer;
  private final boolean colors;
  private boolean isEmpty = true;

  TextPrinter(CommandEnvironment environment) {
    this.writer =
        new BufferedWriter(new OutputStreamWriter(environment.out(), StandardCharsets.UTF_8));
    this.colors = environment.colors();
  }

  /// Prints a line without trailing spaces.
  void line(String line) {
    OutputException.convert(() -> writer.append(line.stripTrailing()).append('\n'));
    isEmpty = false;
  }

  /// Prints an empty line, unless nothing has been printed.
  void gap() {
    if (!isEmpty) {
      line("");
    }
  }

  void entries(Metadata metadata, int valueLimit) {
    Table table = new Table("", "");
    metadata.entries().keySet().forEach(key -> table.measure(shownKey(key), ""));
    for (Map.Entry<String, String> entry : metadata.entries().entrySet()) {
      String value = DisplayText.of(entry.getValue(), valueLimit);
      line("  " + table.row(shownKey(entry.getKey()), value));
    }
  }

  /// Returns the printed form of a key, with quotes for an empty key.
  private static String shownKey(String key) {
    return key.isEmpty() ? "\"\"" : DisplayText.of(key);
  }

  /// Prints an indented table. See [Table] for the titles.
  <T> void table(
      List<T> rows, Function<T, String[]> cells, Function<T, Style> style, String... titles) {
    Table table = new Table(titles);
    rows.forEach(row -> table.measure(cells.apply(row)));
    line("  " + paint(Style.FAINT, table.titles()));
    rows.forEach(row -> line(paint(style.apply(row), "  " + table.row(cells.apply(row)))));
  }

  void flush() {
    OutputException.convert(writer::flush);
  }

  /// Prints a line about a location that begins with the result, a word in a column of ten
  /// characters.
  void summary(Style style, String word, Location location, List<String> facts) {
    String end = facts.isEmpty() ? "" : "  " + String.join(", ", facts);
    line(paint(style, "%-10s".formatted(word)) + "  " + heading(location) + end);
  }

  String heading(Location location) {
    return paint(Style.STRONG, shown(location.text()));
  }

  String paint(Style style, String text) {
    return colors && style != Style.PLAIN && !text.isEmpty() ? style.paint(text) : text;
  }

  static String shown(String sentence) {
    return DisplayText.of(sentence, MESSAGE_LIMIT);
  }

  /// Formats a figure. Returns a dash for NaN, which denotes an unknown figure.
  static String figure(String format, double figure) {
    return Double.isNaN(figure) ? NO_FIGURE : String.format(Locale.ROOT, format, figure);
  }

  /// Formats a count with its noun: `1 tensor`, `2 tensors`.
  static String count(long count, String singular) {
    return Quantities.formatCount(count) + " " + singular + (count == 1 ? "" : "s");
  }
}
