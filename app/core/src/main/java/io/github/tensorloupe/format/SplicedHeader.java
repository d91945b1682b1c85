package io.github.tensorloupe.format;

import module java.base;

/// The text of a header with changed metadata, before padding.
///
/// @param text the JSON with leading but without trailing white space; owned by the caller
/// @param spacerEnd index after the spaces of a `__spacer`, or -1 without a spacer
/// @param spacerLength the number of spaces of the spacer
public record SplicedHeader(byte[] text, int spacerEnd, int spacerLength) {

  /// Returns the minimum header length, with an empty spacer.
  public int minLength() {
    return text.length - spacerLength;
  }

  /// Returns a header of exactly this length, padded with spaces or with a shorter spacer.
  ///
  /// @param headerLength in bytes, at least [#minLength()]
  public byte[] fittedTo(int headerLength) {
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
