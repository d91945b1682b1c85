package io.github.tensorloupe.save;

/// The way in which a save changes the file.
public enum Strategy {
  /// Nothing has changed and no byte is written.
  NONE("none"),
  /// Only the header's own bytes are written over; the data buffer stays where it is. A journal
  /// beside the file makes an interrupted write undoable.
  IN_PLACE("in-place"),
  /// A new file is written beside the old one and takes its name.
  REWRITE("rewrite");

  private final String word;

  Strategy(String word) {
    this.word = word;
  }

  /// The spelling used in output.
  public String word() {
    return word;
  }
}
