package io.github.tensorloupe.analysis.structure;

/// The purpose of a byte of a file.
public enum Part {
  /// The 8 bytes of the header length.
  HEADER_LENGTH("header-length"),
  /// The header: of its JSON text the punctuation, and everything that is not told apart further.
  HEADER("header"),
  /// A name in the header's JSON text, its quotes included.
  KEY("key"),
  /// Any other text in quotes.
  TEXT("text"),
  /// A number or one of the words `true`, `false` and `null`.
  NUMBER("number"),
  /// The blanks behind the JSON text.
  PADDING("padding"),
  /// One tensor.
  TENSOR("tensor"),
  /// More than one tensor.
  OVERLAP("overlap"),
  /// The data buffer, at a place that no tensor claims.
  UNCLAIMED("unclaimed"),
  /// A file that is no safetensors file.
  FOREIGN("foreign");

  private final String key;

  Part(String key) {
    this.key = key;
  }

  /// The word for it in keys of messages and in style classes.
  public String key() {
    return key;
  }

  /// True if it belongs to the header, whose length does not count as such.
  public boolean isInHeader() {
    return switch (this) {
      case HEADER, KEY, TEXT, NUMBER, PADDING -> true;
      default -> false;
    };
  }

  /// True if a tensor claims it.
  public boolean isInTensor() {
    return this == TENSOR || this == OVERLAP;
  }
}
