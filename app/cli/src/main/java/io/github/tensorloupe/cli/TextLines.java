package io.github.tensorloupe.cli;

import io.github.tensorloupe.cli.Columns.Column;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/// Lines for a person: UTF-8 and LF, with colours where they are wanted.
final class TextLines {

  private static final int MESSAGE_LIMIT = 2000;

  private final Writer writer;
  private final boolean colours;

  TextLines(Surroundings surroundings) {
    this(surroundings.out(), surroundings.colours());
  }

  private TextLines(OutputStream out, boolean colours) {
    this.writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    this.colours = colours;
  }

  /// Writes a line.
  ///
  /// @param line fit for display; spaces at its end are left out
  /// @throws OutputException if the stream takes no more
  void line(String line) {
    try {
      writer.write(line.stripTrailing());
      writer.write('\n');
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }

  /// Writes metadata, a line per entry with the values in a column.
  ///
  /// @param valueLimit how many characters of a value are shown
  /// @throws OutputException if the stream takes no more
  void entries(Metadata metadata, int valueLimit) {
    Columns columns = new Columns(Column.text(""), Column.text(""));
    metadata.entries().keySet().forEach(key -> columns.measure(shownKey(key), ""));
    metadata
        .entries()
        .forEach(
            (key, value) ->
                line("  " + columns.row(shownKey(key), DisplayText.of(value, valueLimit))));
  }

  /// The empty key is one too, and would be seen as an empty line.
  private static String shownKey(String key) {
    return key.isEmpty() ? "\"\"" : DisplayText.of(key);
  }

  /// Hands on what was written so far.
  ///
  /// @throws OutputException if the stream takes no more
  void flush() {
    try {
      writer.flush();
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }

  /// The text in a style, or as it is where there are no colours.
  String paint(Style style, String text) {
    return colours && !text.isEmpty() ? style.paint(text) : text;
  }

  /// A whole sentence made fit for display.
  static String shown(String sentence) {
    return DisplayText.of(sentence, MESSAGE_LIMIT);
  }
}
