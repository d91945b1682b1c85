package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The file was closed, by its owner or by an interrupt, before or while someone read from it. Says
/// nothing about the file itself.
public final class FileClosedException extends SentenceException {

  private static final long serialVersionUID = 1L;

  public FileClosedException(Path file, IOException cause) {
    super(Sentence.of("{0} was closed before it was read completely.", PathText.of(file)), cause);
  }
}
