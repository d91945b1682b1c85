package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.text.Spelled;

/// A part of a file.
public enum Part implements Spelled {
  /// The 8 bytes of the header length.
  HEADER_LENGTH,
  /// The header: punctuation of its JSON text, and everything that is not distinguished further.
  HEADER,
  /// A name in the header's JSON text, including its quotes.
  KEY,
  /// Any other string.
  TEXT,
  /// A number, `true`, `false` or `null`.
  NUMBER,
  /// The padding after the JSON text.
  PADDING,
  /// One tensor.
  TENSOR,
  /// More than one tensor.
  OVERLAP,
  /// A gap between tensors in the data buffer.
  UNCLAIMED,
  /// A file that is not a safetensors file.
  FOREIGN;

  /// Returns true for parts of the header, excluding the header length.
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
