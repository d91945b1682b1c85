package io.github.tensorloupe.ui.hex;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Offsets as people type them.
final class GoToOffset {

  private static final Pattern SEPARATORS = Pattern.compile("[\\s,_'\\u00a0\\u202f]");

  private GoToOffset() {}

  /// The offset that a text names: decimal, or hexadecimal after `0x`; spaces, commas, underscores
  /// and apostrophes between digits are skipped.
  ///
  /// @return unsigned, so that a number beyond every file is told from a text that is none; empty
  ///   where the text is no number or leaves 64 bits
  static OptionalLong parse(String text) {
    String digits = SEPARATORS.matcher(text).replaceAll("").toLowerCase(Locale.ROOT);
    boolean hexadecimal = digits.startsWith("0x");
    String number = hexadecimal ? digits.substring(2) : digits;
    if (!number.matches(hexadecimal ? "[0-9a-f]+" : "[0-9]+")) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseUnsignedLong(number, hexadecimal ? 16 : 10));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
