package io.github.tensorloupe.cli;

/// Thrown if an input or output path of a command cannot be used, before any change. The message is
/// a sentence.
final class InputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InputException(String sentence) {
    super(sentence);
  }
}
