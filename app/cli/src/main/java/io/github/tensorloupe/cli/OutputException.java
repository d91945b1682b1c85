package io.github.tensorloupe.cli;

import module java.base;

/// Thrown if standard output cannot be written.
final class OutputException extends UncheckedIOException {

  private static final long serialVersionUID = 1L;

  OutputException(IOException cause) {
    super(cause);
  }

  /// Returns whether the reading process has closed the pipe, as `head` does. This is not a
  /// failure.
  boolean isBrokenPipe() {
    // Java has no exception type for it. All translations of the message contain this word.
    String message = getCause().getMessage();
    return message != null && message.toLowerCase(Locale.ROOT).contains("pipe");
  }
}
