package io.github.tensorloupe.cli;

import java.math.BigInteger;
import java.util.Locale;

/// How figures are written for a person: English digits and separators whatever the locale.
final class Figures {

  private static final String[] BYTE_UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  private static final int MAX_INTEGER_DIGITS = 9;

  private Figures() {}

  /// A number of bytes with three significant digits: `1.58 MB`.
  ///
  /// @param byteCount unsigned
  static String bytes(long byteCount) {
    if (byteCount >= 0 && byteCount < 1000) {
      return byteCount + " B";
    }
    double value = exact(byteCount).doubleValue();
    int unit = 0;
    // 999.5 would be written as 1000.
    while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f %s", value, BYTE_UNITS[unit]);
  }

  /// An unsigned count with separators: `1,582,501`.
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", exact(count));
  }

  /// A count and the word for what is counted: `1 tensor`, `2 tensors`.
  static String count(long count, String singular) {
    return count(count) + " " + singular + (count == 1 ? "" : "s");
  }

  /// A value with at most five significant digits: `0.0321`, `1.2e-09`, `42`.
  static String value(Number value) {
    return value instanceof Double || value.toString().length() > MAX_INTEGER_DIGITS
        ? rounded(value.doubleValue())
        : value.toString();
  }

  private static String rounded(double value) {
    double magnitude = Math.abs(value);
    if (magnitude == 0) {
      return "0";
    }
    if (magnitude >= 1e-3 && magnitude < 1e6) {
      return withoutTrailingZeros(String.format(Locale.ROOT, "%.5g", value));
    }
    String text = String.format(Locale.ROOT, "%.4e", value);
    int e = text.indexOf('e');
    return e < 0 ? text : withoutTrailingZeros(text.substring(0, e)) + text.substring(e);
  }

  private static String withoutTrailingZeros(String text) {
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }

  private static BigInteger exact(long unsigned) {
    return new BigInteger(Long.toUnsignedString(unsigned));
  }
}
