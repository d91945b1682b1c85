package io.github.tensorloupe.format;

/// Thrown where the text of a header or an index stops being what it must be. Its place is what
/// matters; it carries no stack trace.
final class HeaderSyntaxException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int begin;
  private final int end;

  /// @param begin index in the text of the first byte that is wrong
  /// @param end index behind the last byte that is wrong; equal to `begin` at the end of the text
  /// @param message what was expected and what was found
  HeaderSyntaxException(int begin, int end, String message) {
    super(message, null, false, false);
    this.begin = begin;
    this.end = end;
  }

  int begin() {
    return begin;
  }

  int end() {
    return end;
  }
}
