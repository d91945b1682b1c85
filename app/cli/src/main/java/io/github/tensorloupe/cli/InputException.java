package io.github.tensorloupe.cli;

/// An input of a command, or the place for its output, cannot be used, so that the command ends
/// before it changes anything. The message is a sentence.
final class InputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InputException(String sentence) {
    super(sentence);
  }
}
