package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.text.Explained;
import io.github.tensorloupe.text.Sentence;

/// A manifest cannot be used; the sentence says why and where.
public final class UnusableManifestException extends IOException implements Explained {

  private static final long serialVersionUID = 1L;

  private final transient Sentence sentence;

  UnusableManifestException(Sentence sentence) {
    this.sentence = sentence;
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
