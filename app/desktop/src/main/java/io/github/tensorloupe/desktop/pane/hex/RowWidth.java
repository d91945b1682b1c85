package io.github.tensorloupe.desktop.pane.hex;

import java.util.OptionalInt;

/// How many bytes a person wants in a row.
enum RowWidth {
  EIGHT("8", 8),
  SIXTEEN("16", 16),
  THIRTY_TWO("32", 32),
  /// As many as there is room for.
  FITTING("fit", 0);

  /// Row widths are multiples of this, so that no element of a whole row is cut.
  static final int STEP = 8;

  private static final int MOST = 64;

  private final String key;
  private final int byteCount;

  RowWidth(String key, int byteCount) {
    this.key = key;
    this.byteCount = byteCount;
  }

  /// The word for it in keys of messages.
  String key() {
    return key;
  }

  /// The most bytes of a row.
  int most() {
    return byteCount == 0 ? MOST : byteCount;
  }

  /// The width to fall back to where a row does not fit; empty for the smallest.
  OptionalInt below(int columns) {
    int next = this == FITTING ? columns - STEP : columns / 2;
    return columns > STEP ? OptionalInt.of(next) : OptionalInt.empty();
  }
}
