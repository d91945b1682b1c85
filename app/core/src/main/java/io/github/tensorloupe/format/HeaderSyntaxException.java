package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Sentence;

/// Thrown for the first invalid byte of a header or an index. Has no stack trace.
final class HeaderSyntaxException extends Exception {

  private static final long serialVersionUID = 1L;

  final int begin;

  /// Index after the last invalid byte; equal to `begin` at the end of the text.
  final int end;

  /// The expected and the actual text, without a period.
  final transient Sentence sentence;

  HeaderSyntaxException(int begin, int end, Sentence expected, Sentence actual) {
    super(null, null, false, false);
    this.sentence = Sentence.of("expected {0}, found {1}", expected, actual);
    this.begin = begin;
    this.end = end;
  }

  @Override
  public String getMessage() {
    return sentence.toString();
  }
}
