package io.github.tensorloupe.cli;

/// Something a command was given to read or to write is not as it has to be, so that the command
/// ends before it has touched anything. The message is a sentence.
final class InputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InputException(String sentence) {
    super(sentence);
  }
}
