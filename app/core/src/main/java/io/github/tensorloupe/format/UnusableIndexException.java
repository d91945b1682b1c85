package io.github.tensorloupe.format;

/// Thrown where the bytes of an index are not an index.
public final class UnusableIndexException extends Exception {

  private static final long serialVersionUID = 1L;

  /// @param message one sentence for a person: what was expected and what was found
  public UnusableIndexException(String message) {
    super(message);
  }

  /// The finding that says so.
  public Finding finding() {
    return Finding.of(FindingCode.INDEX_UNUSABLE, getMessage());
  }
}
