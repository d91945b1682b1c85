package io.github.tensorloupe.edit;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Explained;
import io.github.tensorloupe.text.Sentence;

/// Thrown if text is not the expected JSON. The sentence contains the expected token, the actual
/// token and its location, escaped for display.
public final class JsonTextException extends Exception implements Explained {

  private static final long serialVersionUID = 1L;

  private static final int REASON_LIMIT = 300;

  private final transient Sentence sentence;

  /// True if the text exceeds a limit of the parser and may be valid JSON.
  final boolean isBeyondLimits;

  /// @param reason the reason, without a period
  JsonTextException(JsonLocation location, Sentence reason, boolean isBeyondLimits) {
    String line = Integer.toString(Math.max(1, location.getLineNr()));
    String column = Integer.toString(Math.max(1, location.getColumnNr()));
    this.sentence = Sentence.of("{0}, at line {1}, column {2}.", reason, line, column);
    this.isBeyondLimits = isBeyondLimits;
  }

  JsonTextException(JsonProcessingException failure) {
    this(failure.getLocation(), Sentence.of("The text is not JSON: {0}", reason(failure)), false);
  }

  private static String reason(JsonProcessingException failure) {
    String message = DisplayText.withoutLocation(failure.getOriginalMessage());
    String plain = message.replaceAll(" \\(code \\d+[^)]*\\)", "");
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
}
