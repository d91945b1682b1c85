package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.work.IoRunnable;

/// Thrown if standard output cannot be written.
final class OutputException extends UncheckedIOException {

  private static final long serialVersionUID = 1L;

  OutputException(IOException cause) {
    super(cause);
  }

  static void convert(IoRunnable step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }

  /// Returns true if the reading process has closed the pipe, as `head` does. This is not reported
  /// as an error.
  boolean isBrokenPipe() {
    // The JDK has no exception type for this. The message contains this word in all languages.
    String message = getCause().getMessage();
    return message != null && message.toLowerCase(Locale.ROOT).contains("pipe");
  }
}
