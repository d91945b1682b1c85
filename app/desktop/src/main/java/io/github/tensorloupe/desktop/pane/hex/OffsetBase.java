package io.github.tensorloupe.desktop.pane.hex;

/// Where offsets are counted from.
enum OffsetBase {
  /// The file's first byte.
  FILE("file"),
  /// The first byte of the data buffer; offsets in the header are negative then.
  DATA("data");

  private final String key;

  OffsetBase(String key) {
    this.key = key;
  }

  /// The word for it in keys of messages.
  String key() {
    return key;
  }
}
