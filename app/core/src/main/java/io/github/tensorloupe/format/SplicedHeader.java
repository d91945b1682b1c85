package io.github.tensorloupe.format;

import module java.base;

/// A header with changed metadata, before padding.
///
/// @param text the JSON without trailing white space; owned by the caller
/// @param spacerEnd index after the spaces of the `__spacer` value, or -1 without a spacer
/// @param spacerLength the number of spaces in the spacer
public record SplicedHeader(byte[] text, int spacerEnd, int spacerLength) {

  /// Returns the minimum header length in bytes: the text with an empty spacer.
  public int minLength() {
    return text.length - spacerLength;
  }

  /// Returns a header of the given length. Appends padding, or shortens the spacer.
  ///
  /// @param headerLength the header length in bytes, at least [#minLength()]
  public byte[] toBytes(int headerLength) {
    if (headerLength < minLength()) {
      throw new IllegalArgumentException(
          "%d bytes do not contain %d".formatted(headerLength, minLength()));
    }
    int leftOut = Math.max(0, text.length - headerLength);
    byte[] header = new byte[headerLength];
    Arrays.fill(header, (byte) ' ');
    int cut = leftOut == 0 ? text.length : spacerEnd;
    System.arraycopy(text, 0, header, 0, cut - leftOut);
    System.arraycopy(text, cut, header, cut - leftOut, text.length - cut);
    return header;
  }
}
