package io.github.tensorloupe.cli;

/// Thrown if an input or the output path of a command cannot be used. The command has not changed
/// anything. The message is a sentence.
final class InputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InputException(String sentence) {
    super(sentence);
  }
}
