package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Explained;
import io.github.tensorloupe.text.Sentence;

/// Thrown if a file is not a valid index.
public final class UnusableIndexException extends Exception implements Explained {

  private static final long serialVersionUID = 1L;

  private final transient Sentence sentence;

  UnusableIndexException(String sentence, Object... words) {
    Sentence message = Sentence.of(sentence, words);
    super(message.toString());
    this.sentence = message;
  }

  @Override
  public Sentence sentence() {
    return sentence;
  }

  public Finding finding() {
    return Finding.of(FindingCode.INDEX_UNUSABLE, sentence);
  }
}
