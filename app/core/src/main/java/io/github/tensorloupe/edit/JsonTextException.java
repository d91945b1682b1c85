package io.github.tensorloupe.edit;

import module java.base;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Explained;
import io.github.tensorloupe.text.Sentence;

/// Thrown where text is not the JSON that it must be. The sentence says what was expected, what was
/// found, and where; it is fit for display.
public final class JsonTextException extends Exception implements Explained {

  private static final long serialVersionUID = 1L;

  private static final int REASON_LIMIT = 300;

  private final transient Sentence sentence;
  private final int line;
  private final int column;
  private final boolean isBeyondLimits;

  private JsonTextException(int line, int column, Sentence reason, boolean isBeyondLimits) {
    this.sentence =
        Sentence.of(
            "{0}, at line {1}, column {2}.",
            reason, Integer.toString(line), Integer.toString(column));
    this.line = line;
    this.column = column;
    this.isBeyondLimits = isBeyondLimits;
  }

  /// @param line from 1
  /// @param column in UTF-16 units, from 1
  /// @param reason without a full stop
  static JsonTextException at(int line, int column, Sentence reason) {
    return new JsonTextException(line, column, reason, false);
  }

  static JsonTextException at(JsonLocation location, Sentence reason) {
    return of(location, reason, false);
  }

  /// The text may be JSON, but is more than is read.
  ///
  /// @param reason without a full stop
  static JsonTextException beyondLimits(JsonLocation location, Sentence reason) {
    return of(location, reason, true);
  }

  static JsonTextException of(JsonProcessingException failure) {
    return at(failure.getLocation(), Sentence.of("The text is not JSON: {0}", reason(failure)));
  }

  private static JsonTextException of(
      JsonLocation location, Sentence reason, boolean isBeyondLimits) {
    return new JsonTextException(
        Math.max(1, location.getLineNr()),
        Math.max(1, location.getColumnNr()),
        reason,
        isBeyondLimits);
  }

  /// The reader's own words, without its notes on where it read from.
  private static String reason(JsonProcessingException failure) {
    String message =
        failure.getOriginalMessage().replaceFirst("(?s)\\s*\\((?:for|start marker).*", "");
    String plain = message.replaceFirst("\\.$", "").replaceAll(" \\(code \\d+[^)]*\\)", "");
    return DisplayText.of(
        plain.substring(0, 1).toLowerCase(Locale.ROOT) + plain.substring(1), REASON_LIMIT);
  }

  @Override
  public Sentence sentence() {
    return sentence;
  }

  @Override
  public String getMessage() {
    return sentence.toString();
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
