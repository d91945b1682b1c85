package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Sentence;

/// A place in a text as editors count it.
///
/// @param line from 1
/// @param column from 1, in characters
record TextPlace(int line, int column) {

  /// The place of a byte.
  ///
  /// @param bytes UTF-8 up to the index
  /// @param index up to the length
  static TextPlace of(byte[] bytes, int index) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < index; i++) {
      if (bytes[i] == '\n') {
        line++;
        column = 1;
      } else if ((bytes[i] & 0xc0) != 0x80) {
        column++;
      }
    }
    return new TextPlace(line, column);
  }

  Sentence sentence() {
    return Sentence.of("line {0}, column {1}", line, column);
  }
}
