package io.github.tensorloupe.text;

import module java.base;

/// Writes counts for a person: English digits and separators whatever the locale, so that two
/// people see the same.
public final class Quantities {

  private static final String[] BYTE_UNITS = {" B", " kB", " MB", " GB", " TB", " PB", " EB"};
  private static final String[] COUNT_UNITS = {"", " k", " M", " B", " T", " Q", " Qi"};

  private Quantities() {}

  /// A number of bytes with three significant digits: `1.58 MB`. Decimal units, as downloads are
  /// given.
  ///
  /// @param byteCount unsigned
  public static String bytes(long byteCount) {
    return byteCount >= 0 && byteCount < 1000 ? byteCount + " B" : scaled(byteCount, BYTE_UNITS);
  }

  /// A count with separators: `1,582,501`.
  ///
  /// @param count unsigned
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", exact(count));
  }

  /// A count with three significant digits: `7.24 B`; small ones in full.
  ///
  /// @param count unsigned
  public static String shortCount(long count) {
    return count >= 0 && count < 10_000 ? count(count) : scaled(count, COUNT_UNITS);
  }

  private static String scaled(long unsigned, String[] units) {
    double value = exact(unsigned).doubleValue();
    int unit = 0;
    // 999.5 would be written as 1000.
    while (value >= 999.5 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f%s", value, units[unit]);
  }

  /// An unsigned number as it is.
  public static BigInteger exact(long unsigned) {
    return new BigInteger(Long.toUnsignedString(unsigned));
  }

  /// A value with at most six significant digits: `0.0321`, `1.2e-09`, `42`.
  public static String value(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "∞" : "−∞";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e7) {
      return String.format(Locale.ENGLISH, "%.0f", value + 0.0).replace('-', '−');
    }
    double magnitude = Math.abs(value);
    String text =
        magnitude >= 1e-3 && magnitude < 1e7
            ? withoutTrailingZeros(String.format(Locale.ENGLISH, "%.6g", value))
            : exponential(value);
    return text.replace("-", "−");
  }

  private static String exponential(double value) {
    String text = String.format(Locale.ENGLISH, "%.4e", value);
    int e = text.indexOf('e');
    return withoutTrailingZeros(text.substring(0, e)) + text.substring(e);
  }

  private static String withoutTrailingZeros(String text) {
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }
}
