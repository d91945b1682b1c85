package io.github.tensorloupe.export;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;

/// Thrown if the written content is invalid, so that the draft must be deleted.
public final class WrongContentException extends SentenceException {

  private static final long serialVersionUID = 1L;

  public WrongContentException(Sentence sentence) {
    super(sentence);
  }
}
