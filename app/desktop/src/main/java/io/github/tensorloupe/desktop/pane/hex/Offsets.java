package io.github.tensorloupe.desktop.pane.hex;

import java.util.HexFormat;

/// How offsets of a file are written at the left of the rows.
///
/// @param fileLength in bytes
/// @param origin file offset of the byte whose offset is 0
record Offsets(long fileLength, long origin) {

  /// The fewest digits of an offset, so that small files look like each other.
  private static final int MIN_DIGITS = 6;

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /// How many characters every offset takes.
  int width() {
    return digits() + (origin > 0 ? 1 : 0);
  }

  private int digits() {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, fileLength - 1));
    return Math.max(MIN_DIGITS, (bits + 7) / 8 * 2);
  }

  /// An offset with as many digits as every offset of the file; before the origin it is negative.
  ///
  /// @param byteOffset file offset
  String text(long byteOffset) {
    long offset = byteOffset - origin;
    String number = HEX.toHexDigits(Math.abs(offset), digits());
    return origin > 0 ? (offset < 0 ? "−" : " ") + number : number;
  }
}
