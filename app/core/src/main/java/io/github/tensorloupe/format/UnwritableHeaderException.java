package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Explained;
import io.github.tensorloupe.text.Sentence;

/// Thrown if a header cannot be written or would be refused by the reference library.
public final class UnwritableHeaderException extends Exception implements Explained {

  private static final long serialVersionUID = 1L;

  private final transient Sentence sentence;

  public UnwritableHeaderException(String sentence, Object... words) {
    Sentence message = Sentence.of(sentence, words);
    super(message.toString());
    this.sentence = message;
  }

  @Override
  public Sentence sentence() {
    return sentence;
  }
}
