package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

/// Parses byte patterns and text typed by the user.
public final class PatternText {

  /// The result of parsing.
  public sealed interface Reading {}

  public record Found(BytePattern pattern) implements Reading {}

  /// Not a pattern.
  ///
  /// @param found the invalid part; empty if the whole text is invalid
  public record Refused(Problem problem, String found) implements Reading {}

  /// The reason why a text is not a pattern.
  public enum Problem {
    EMPTY,
    /// A character is neither a hexadecimal digit nor a wildcard.
    NO_DIGIT,
    /// A run of digits has an odd length.
    HALF_BYTE,
    /// Every byte would match.
    ONLY_WILDCARDS,
    /// The pattern is longer than [BytePattern#MAX_BYTES].
    TOO_LONG,
    /// The text contains a lone surrogate.
    NO_CHARACTER
  }

  private static final int WILD = -1;
  private static final int NO_DIGIT = -2;

  private PatternText() {}

  /// Parses hexadecimal bytes: `DE AD`, `dead`, `0xDE, 0xAD`, `?? 7f`. A `?` matches any digit. A
  /// single digit or `?` is one byte; longer runs have two digits per byte.
  public static Reading bytes(String text) {
    byte[] values = new byte[BytePattern.MAX_BYTES];
    byte[] masks = new byte[BytePattern.MAX_BYTES];
    int count = 0;
    int bits = 0;
    for (String typed : text.strip().split("[\\s,;_:\\-]+")) {
      String run = typed.startsWith("0x") || typed.startsWith("0X") ? typed.substring(2) : typed;
      String digits = run.length() != 1 ? run : run.equals("?") ? "??" : "0" + run;
      int stray = 0;
      while (stray < digits.length() && digit(digits.charAt(stray)) != NO_DIGIT) {
        stray++;
      }
      if (digits.length() % 2 != 0) {
        return stray < digits.length()
            ? noDigit(digits, stray)
            : new Refused(Problem.HALF_BYTE, typed);
      }
      for (int i = 0; i < digits.length(); i += 2) {
        if (stray < i + 2) {
          return noDigit(digits, stray);
        }
        int high = digit(digits.charAt(i));
        int low = digit(digits.charAt(i + 1));
        if (count == BytePattern.MAX_BYTES) {
          return new Refused(Problem.TOO_LONG, "");
        }
        values[count] = (byte) (Math.max(0, high) << 4 | Math.max(0, low));
        masks[count] = (byte) ((high == WILD ? 0 : 0xf0) | (low == WILD ? 0 : 0x0f));
        bits |= masks[count];
        count++;
      }
    }
    if (count == 0) {
      return new Refused(Problem.EMPTY, "");
    }
    if (bits == 0) {
      return new Refused(Problem.ONLY_WILDCARDS, "");
    }
    return new Found(BytePattern.of(Arrays.copyOf(values, count), Arrays.copyOf(masks, count)));
  }

  private static int digit(char character) {
    int digit = character < 128 ? Character.digit(character, 16) : -1;
    return character == '?' ? WILD : digit < 0 ? NO_DIGIT : digit;
  }

  private static Reading noDigit(String text, int at) {
    return new Refused(Problem.NO_DIGIT, Character.toString(text.codePointAt(at)));
  }

  /// Returns the pattern of a literal text in UTF-8.
  ///
  /// @param ignoreCase true to ignore the case of ASCII letters
  public static Reading text(String text, boolean ignoreCase) {
    if (text.isEmpty()) {
      return new Refused(Problem.EMPTY, "");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      return new Refused(Problem.NO_CHARACTER, "");
    }
    if (text.getBytes(StandardCharsets.UTF_8).length > BytePattern.MAX_BYTES) {
      return new Refused(Problem.TOO_LONG, "");
    }
    return new Found(BytePattern.text(text, ignoreCase));
  }
}
