package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Thrown if a file is closed before or during a read, by its owner or by an interrupt. The file
/// itself is not faulty.
public final class FileClosedException extends SentenceException {

  private static final long serialVersionUID = 1L;

  public FileClosedException(Path file, IOException cause) {
    super(Sentence.of("{0} was closed before it was read completely.", PathText.of(file)), cause);
  }
}
