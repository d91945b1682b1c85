package io.github.tensorloupe.cli;

import module java.base;

/// Standard output takes no more.
final class OutputException extends UncheckedIOException {

  private static final long serialVersionUID = 1L;

  OutputException(IOException cause) {
    super(cause);
  }

  /// Returns whether the reader has left, as `head` does once it has enough. That is no failure.
  boolean isBrokenPipe() {
    // Java has no other sign of it; translations of the system's message keep the word.
    String message = getCause().getMessage();
    return message != null && message.toLowerCase(Locale.ROOT).contains("pipe");
  }
}
