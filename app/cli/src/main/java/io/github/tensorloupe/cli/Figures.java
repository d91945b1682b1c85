package io.github.tensorloupe.cli;

import io.github.tensorloupe.text.Quantities;
import java.util.Locale;

/// How figures are written for a person: English digits and separators whatever the locale.
final class Figures {

  private static final int MAX_INTEGER_DIGITS = 9;

  private Figures() {}

  /// A count and the word for what is counted: `1 tensor`, `2 tensors`.
  static String count(long count, String singular) {
    return Quantities.count(count) + " " + singular + (count == 1 ? "" : "s");
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
}
