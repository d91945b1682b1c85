package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;

/// Thrown if a file was written, but a later step failed or another program has replaced it since.
public final class WrittenException extends SentenceException {

  private static final long serialVersionUID = 1L;

  WrittenException(Sentence sentence, IOException cause) {
    super(sentence, cause);
  }
}
