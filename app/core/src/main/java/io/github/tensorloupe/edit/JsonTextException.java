package io.github.tensorloupe.edit;

import module java.base;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.tensorloupe.format.DisplayText;

/// Thrown where text is not the JSON that it must be. The message is one sentence that says what
/// was expected, what was found, and where; it is fit for display.
public final class JsonTextException extends Exception {

  private static final long serialVersionUID = 1L;

  private static final int REASON_LIMIT = 300;

  private final int line;
  private final int column;

  private final boolean isBeyondLimits;

  private JsonTextException(String message, int line, int column, boolean isBeyondLimits) {
    super(message);
    this.isBeyondLimits = isBeyondLimits;
    this.line = line;
    this.column = column;
  }

  /// @param reason a sentence without its full stop
  /// @param line from 1
  /// @param column in UTF-16 units, from 1
  static JsonTextException at(int line, int column, String reason) {
    return new JsonTextException(sentence(line, column, reason), line, column, false);
  }

  static JsonTextException at(JsonLocation location, String reason) {
    return at(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()), reason);
  }

  /// The text may be JSON, but is more than is read.
  ///
  /// @param reason a sentence without its full stop
  static JsonTextException beyondLimits(JsonLocation location, String reason) {
    int line = Math.max(1, location.getLineNr());
    int column = Math.max(1, location.getColumnNr());
    return new JsonTextException(sentence(line, column, reason), line, column, true);
  }

  private static String sentence(int line, int column, String reason) {
    return "%s, at line %d, column %d.".formatted(reason, line, column);
  }

  static JsonTextException of(JsonProcessingException failure) {
    return at(failure.getLocation(), "The text is not JSON: " + reason(failure));
  }

  /// The reader's own words, without its notes on where it read from.
  private static String reason(JsonProcessingException failure) {
    String message =
        failure.getOriginalMessage().replaceFirst("(?s)\\s*\\((?:for|start marker).*", "");
    String plain = message.replaceFirst("\\.$", "").replaceAll(" \\(code \\d+[^)]*\\)", "");
    return DisplayText.of(
        plain.substring(0, 1).toLowerCase(Locale.ROOT) + plain.substring(1), REASON_LIMIT);
  }

  /// True if the text may be JSON all the same, and is only more than is read.
  public boolean isBeyondLimits() {
    return isBeyondLimits;
  }

  /// The line of the first character that is wrong, from 1.
  public int line() {
    return line;
  }

  /// The column of the first character that is wrong: UTF-16 units from 1, within the line.
  public int column() {
    return column;
  }
}
