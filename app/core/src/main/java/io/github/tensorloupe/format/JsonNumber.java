package io.github.tensorloupe.format;

/// Passes over a number of JSON, and tells whether the reference library can hold it.
final class JsonNumber {

  private static final long MAX_TENTH = Long.divideUnsigned(-1L, 10);
  private static final int MAX_LAST_DIGIT = 5;

  private final byte[] bytes;
  private final int end;
  private long significand;
  private long exponent;

  /// The index behind what was passed over, or of the place where a digit is missing or too many.
  int at;

  JsonNumber(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /// True if `value * 10 + digit` leaves the unsigned 64 bits.
  static boolean overflows(long value, int digit) {
    int order = Long.compareUnsigned(value, MAX_TENTH);
    return order > 0 || order == 0 && digit > MAX_LAST_DIGIT;
  }

  /// Passes over the number; returns false where it is none.
  boolean pass() {
    at += isNext('-') ? 1 : 0;
    int first = at;
    if (!passDigits(1, 0)) {
      return false;
    }
    if (bytes[first] == '0' && at > first + 1) {
      at = first + 1;
      return false;
    }
    if (isNext('.')) {
      at++;
      if (!passDigits(0, -1)) {
        return false;
      }
    }
    return !isNext('e') && !isNext('E') || passExponent();
  }

  private boolean isNext(char character) {
    return at < end && bytes[at] == character;
  }

  /// @param leftOut added to the exponent for each digit that does not fit
  /// @param taken added to the exponent for each digit that fits
  private boolean passDigits(int leftOut, int taken) {
    int from = at;
    boolean full = false;
    for (; at < end && isDigit(bytes[at]); at++) {
      int digit = bytes[at] - '0';
      full = full || overflows(significand, digit);
      significand = full ? significand : significand * 10 + digit;
      exponent += full ? leftOut : taken;
    }
    return at > from;
  }

  private static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
  }

  private boolean passExponent() {
    at++;
    boolean negative = isNext('-');
    at += negative || isNext('+') ? 1 : 0;
    int from = at;
    // Kept within the 32 bits that matter.
    long written = 0;
    for (; at < end && isDigit(bytes[at]); at++) {
      written = Math.min(Integer.MAX_VALUE, written * 10 + (bytes[at] - '0'));
    }
    exponent += negative ? -written : written;
    return at > from;
  }

  /// True if the reference library gives the number that was passed over a finite value.
  ///
  /// It does not round as IEEE 754 would: it keeps the leading digits that fit 64 bits, counts the
  /// others, and multiplies once by a power of ten. The same steps are taken here, because only
  /// they give the same verdict close to the largest double.
  boolean isFinite() {
    if (significand == 0 || exponent <= 0) {
      return true;
    }
    // The nearest double, ties to even: a sticky lowest bit keeps the rounding right when an
    // unsigned number is halved.
    double value =
        significand >= 0 ? significand : (double) (significand >>> 1 | significand & 1) * 2;
    return Double.isFinite(value * Double.parseDouble("1e" + exponent));
  }
}
