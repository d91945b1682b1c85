package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.text.Explained;
import io.github.tensorloupe.text.Sentence;

/// An I/O failure with a message for users.
public class SentenceException extends IOException implements Explained {

  private static final long serialVersionUID = 1L;

  private final transient Sentence sentence;

  /// @param sentence a complete sentence with a period
  public SentenceException(Sentence sentence) {
    super(sentence.toString());
    this.sentence = sentence;
  }

  public SentenceException(Sentence sentence, Throwable cause) {
    super(sentence.toString(), cause);
    this.sentence = sentence;
  }

  public SentenceException(String sentence, Object... words) {
    this(Sentence.of(sentence, words));
  }

  @Override
  public Sentence sentence() {
    return sentence;
  }
}
