package io.github.tensorloupe.format;

/// Thrown where a header cannot be written, or could be written but not read again.
public final class UnwritableHeaderException extends Exception {

  private static final long serialVersionUID = 1L;

  /// @param message one sentence for a person: what cannot be written, and why
  public UnwritableHeaderException(String message) {
    super(message);
  }
}
