package io.github.tensorloupe.ui.hex;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/// How bytes and offsets are written.
final class HexText {

  /// The fewest digits of an offset, so that small files look like each other.
  private static final int MIN_DIGITS = 6;

  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final List<String> PAIRS =
      IntStream.range(0, 256).mapToObj(value -> HEX.toHexDigits((byte) value)).toList();
  private static final List<String> CHARACTERS =
      IntStream.range(0, 256)
          .mapToObj(value -> isPrintable(value) ? String.valueOf((char) value) : "·")
          .toList();

  private HexText() {}

  /// The two digits of a byte, or two spaces for [HexWindow#ABSENT].
  static String pair(int value) {
    return value == HexWindow.ABSENT ? "  " : PAIRS.get(value);
  }

  /// The byte as a character, a dot where it is no printable one of ASCII, or a space for
  /// [HexWindow#ABSENT].
  static String character(int value) {
    return value == HexWindow.ABSENT ? " " : CHARACTERS.get(value);
  }

  /// Whether a byte is a printable character of ASCII.
  static boolean isPrintable(int value) {
    return value >= 0x20 && value < 0x7f;
  }

  /// How many hexadecimal digits the offsets of a file take: an even number.
  static int offsetDigits(long fileLength) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, fileLength - 1));
    return Math.max(MIN_DIGITS, (bits + 7) / 8 * 2);
  }

  /// An offset with as many digits as every offset of the file.
  static String offset(long byteOffset, long fileLength) {
    return HEX.toHexDigits(byteOffset, offsetDigits(fileLength));
  }
}
