package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;

/// Thrown if a file was written, but a later step failed or another program has replaced the file.
public final class WrittenException extends SentenceException {

  private static final long serialVersionUID = 1L;

  public WrittenException(Sentence sentence, Throwable cause) {
    super(sentence, cause);
  }

  /// Returns an exception with the sentences of all problems, of which there is at least one.
  static WrittenException of(List<WrittenException> problems) {
    List<Sentence> sentences = problems.stream().map(WrittenException::sentence).toList();
    return problems.size() == 1
        ? problems.getFirst()
        : new WrittenException(Sentence.joined(" ", sentences), problems.getFirst());
  }
}
