package io.github.tensorloupe.integrity.manifest;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;

/// A manifest cannot be used; the sentence says why and where.
public final class UnusableManifestException extends SentenceException {

  private static final long serialVersionUID = 1L;

  UnusableManifestException(Sentence sentence) {
    super(sentence);
  }
}
