package io.github.tensorloupe.integrity.hash;

/// What an edit of the metadata does to a hash.
public enum EditEffect {
  /// Every edit changes it.
  CHANGES("changes with every edit of the metadata"),
  /// It changes where the edit makes the header longer or shorter, so that the data move.
  CHANGES_WITH_LENGTH("changes with an edit that moves the data"),
  /// Only the entries that a trainer writes are part of it.
  CHANGES_WITH_TRAINING_ENTRIES("changes with an edit of ss_ entries only"),
  /// No edit changes it.
  STAYS("stays the same whatever metadata are edited");

  private final String phrase;

  EditEffect(String phrase) {
    this.phrase = phrase;
  }

  /// A phrase that goes on from the name of the hash.
  public String phrase() {
    return phrase;
  }
}
