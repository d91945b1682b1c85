package io.github.tensorloupe.model;

import java.io.IOException;

/// A failure to read or write that says itself, in a sentence for a person, what went wrong where.
public class SentenceException extends IOException {

  private static final long serialVersionUID = 1L;

  /// @param sentence ends with its full stop
  public SentenceException(String sentence) {
    super(sentence);
  }

  /// @param sentence ends with its full stop
  public SentenceException(String sentence, IOException cause) {
    super(sentence, cause);
  }
}
