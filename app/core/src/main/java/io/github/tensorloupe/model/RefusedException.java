package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Thrown if a readable file or set is refused by loaders.
public final class RefusedException extends SentenceException {

  private static final long serialVersionUID = 1L;

  /// @param sentence a complete sentence with a period
  public RefusedException(Sentence sentence) {
    super(sentence);
  }
}
