package io.github.tensorloupe.text;

import module java.base;

/// Numbers formatted with English separators, independent of the default locale.
public final class Quantities {

  private static final String[] BYTE_UNITS = {" B", " kB", " MB", " GB", " TB", " PB", " EB"};
  private static final String[] COUNT_UNITS = {"", " k", " M", " B", " T", " Q", " Qi"};

  private static final int PLAIN_DIGITS = 7;
  private static final double FIRST_EXPONENTIAL = 1e7;
  private static final int PLAIN_LEADING_ZEROS = 4;
  private static final MathContext SIX_DIGITS = new MathContext(6, RoundingMode.HALF_UP);

  private Quantities() {}

  /// Formats a number of bytes with three significant digits in decimal units: `1.58 MB`.
  ///
  /// @param byteCount an unsigned number
  public static String bytes(long byteCount) {
    return byteCount >= 0 && byteCount < 1000 ? byteCount + " B" : scaled(byteCount, BYTE_UNITS);
  }

  /// Formats a count with digit grouping: `1,582,501`.
  ///
  /// @param count an unsigned number
  public static String formatCount(long count) {
    StringBuilder digits = new StringBuilder(Long.toUnsignedString(count));
    for (int i = digits.length() - 3; i > 0; i -= 3) {
      digits.insert(i, ',');
    }
    return digits.toString();
  }

  /// Formats a count with three significant digits: `7.24 B`. Counts below 10,000 are exact.
  ///
  /// @param count an unsigned number
  public static String shortCount(long count) {
    return count >= 0 && count < 10_000 ? formatCount(count) : scaled(count, COUNT_UNITS);
  }

  private static String scaled(long unsigned, String[] units) {
    double value = exact(unsigned).doubleValue();
    int unit = 0;
    // 999.5 would round to 1000.
    while (value >= 999.5 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    // Lists format thousands of numbers; String.format would take most of their time.
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    return rounded.toPlainString() + units[unit];
  }

  public static BigInteger exact(long unsigned) {
    return new BigInteger(Long.toUnsignedString(unsigned));
  }

  /// Formats a number with at most three significant digits.
  public static String rounded(double value) {
    return value(
        Double.isFinite(value)
            ? new BigDecimal(value).round(new MathContext(3)).doubleValue()
            : value);
  }

  /// Formats a number with at most six significant digits: `0.0321`, `1.2e−09`, `42`.
  public static String value(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "∞" : "−∞";
    }
    boolean isWhole = value == Math.rint(value) && Math.abs(value) < FIRST_EXPONENTIAL;
    BigDecimal exact = new BigDecimal(value);
    return number(isWhole ? exact : exact.round(SIX_DIGITS));
  }

  /// Formats a number with all of its digits: `−0.02`, `1500`, `2.5e−07`. All displayed numbers
  /// have this form; translations only replace the separators.
  public static String number(BigDecimal exact) {
    BigDecimal number = exact.stripTrailingZeros();
    if (number.signum() == 0) {
      return "0";
    }
    // The decimal exponent of the first digit.
    int exponent = number.precision() - number.scale() - 1;
    boolean isPlain = exponent >= -PLAIN_LEADING_ZEROS && exponent < PLAIN_DIGITS;
    String text =
        isPlain
            ? number.toPlainString()
            : "%se%+03d".formatted(number.movePointLeft(exponent).toPlainString(), exponent);
    return text.replace('-', '−');
  }
}
