package io.github.tensorloupe.format;

import module java.base;

/// The text of a header with other metadata, before it gets its length.
///
/// @param text the JSON with the white space before it and none behind; owned by whoever asked
/// @param spacerEnd index behind the spaces of a `__spacer`, or -1 where there is none
/// @param spacerLength how many spaces that spacer has
public record SplicedHeader(byte[] text, int spacerEnd, int spacerLength) {

  /// The least header length that holds the text; a spacer gives up its spaces for that.
  public int minLength() {
    return text.length - spacerLength;
  }

  /// The text as a header of exactly this length: padded with spaces, or with a shorter spacer.
  ///
  /// @param headerLength in bytes, at least [#minLength()]
  public byte[] fittedTo(int headerLength) {
    if (headerLength < minLength()) {
      throw new IllegalArgumentException(
          "%d bytes do not hold %d".formatted(headerLength, minLength()));
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
