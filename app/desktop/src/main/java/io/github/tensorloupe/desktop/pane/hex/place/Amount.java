package io.github.tensorloupe.desktop.pane.hex.place;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Numbers of bytes as people type them.
final class Amount {

  private static final Pattern SEPARATORS = Pattern.compile("[\\s,_'\\u00a0\\u202f]");
  private static final String UNITS = "kmgt";
  private static final int BITS_PER_UNIT = 10;

  private Amount() {}

  /// The number that a text names: decimal, or hexadecimal after `0x`; spaces, commas, underscores
  /// and apostrophes between digits are skipped. Behind a decimal number `k`, `m`, `g` and `t`
  /// stand for powers of 1024.
  ///
  /// @return unsigned, so that a number beyond every file is told from a text that is none; empty
  ///   where the text is no number or leaves 64 bits
  static OptionalLong parse(String text) {
    String digits = SEPARATORS.matcher(text).replaceAll("").toLowerCase(Locale.ROOT);
    boolean hexadecimal = digits.startsWith("0x");
    int unit =
        hexadecimal || digits.isEmpty() ? -1 : UNITS.indexOf(digits.charAt(digits.length() - 1));
    String number =
        hexadecimal
            ? digits.substring(2)
            : digits.substring(0, digits.length() - (unit < 0 ? 0 : 1));
    if (!number.matches(hexadecimal ? "[0-9a-f]+" : "[0-9]+")) {
      return OptionalLong.empty();
    }
    try {
      long value = Long.parseUnsignedLong(number, hexadecimal ? 16 : 10);
      int shift = (unit + 1) * BITS_PER_UNIT;
      return value << shift >>> shift == value
          ? OptionalLong.of(value << shift)
          : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
