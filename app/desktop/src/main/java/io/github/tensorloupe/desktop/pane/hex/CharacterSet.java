package io.github.tensorloupe.desktop.pane.hex;

/// How bytes are read as characters.
enum CharacterSet {
  ASCII("ascii"),
  /// A character of several bytes stands at its first byte.
  UTF_8("utf-8");

  private final String key;

  CharacterSet(String key) {
    this.key = key;
  }

  /// The word for it in keys of messages.
  String key() {
    return key;
  }
}
