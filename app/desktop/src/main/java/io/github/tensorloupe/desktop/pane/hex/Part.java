package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.text.Spelled;

/// The purpose of a byte of a file.
public enum Part implements Spelled {
  /// The 8 bytes of the header length.
  HEADER_LENGTH,
  /// The header: of its JSON text the punctuation, and everything that is not told apart further.
  HEADER,
  /// A name in the header's JSON text, its quotes included.
  KEY,
  /// Any other text in quotes.
  TEXT,
  /// A number or one of the words `true`, `false` and `null`.
  NUMBER,
  /// The blanks behind the JSON text.
  PADDING,
  /// One tensor.
  TENSOR,
  /// More than one tensor.
  OVERLAP,
  /// The data buffer, at a place that no tensor claims.
  UNCLAIMED,
  /// A file that is no safetensors file.
  FOREIGN;

  /// True if it belongs to the header, whose length does not count as such.
  public boolean isInHeader() {
    return switch (this) {
      case HEADER, KEY, TEXT, NUMBER, PADDING -> true;
      default -> false;
    };
  }

  public boolean isInTensor() {
    return this == TENSOR || this == OVERLAP;
  }
}
