package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Sentence;

/// Thrown where the text of a header or an index stops being what it must be. Its place is what
/// matters; it carries no stack trace.
final class HeaderSyntaxException extends Exception {

  private static final long serialVersionUID = 1L;

  /// Index in the text of the first byte that is wrong.
  final int begin;

  /// Index behind the last byte that is wrong; equal to `begin` at the end of the text.
  final int end;

  /// The reason, with the expected and the found text, without a full stop.
  final transient Sentence sentence;

  HeaderSyntaxException(int begin, int end, Sentence expected, Sentence found) {
    super(null, null, false, false);
    this.sentence = Sentence.of("expected {0}, found {1}", expected, found);
    this.begin = begin;
    this.end = end;
  }

  @Override
  public String getMessage() {
    return sentence.toString();
  }
}
