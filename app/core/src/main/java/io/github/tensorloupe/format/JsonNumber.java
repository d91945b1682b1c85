package io.github.tensorloupe.format;

/// Skips a JSON number and determines whether the reference library accepts it.
final class JsonNumber {

  private static final long MAX_TENTH = Long.divideUnsigned(-1L, 10);
  private static final int MAX_LAST_DIGIT = 5;

  private final byte[] bytes;
  private final int end;
  private long significand;
  private long exponent;

  /// Index after the number, or of the first invalid character.
  int at;

  JsonNumber(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /// Returns true if `value * 10 + digit` exceeds 2^64-1.
  static boolean overflows(long value, int digit) {
    int order = Long.compareUnsigned(value, MAX_TENTH);
    return order > 0 || order == 0 && digit > MAX_LAST_DIGIT;
  }

  /// Skips the number. Returns false if it is malformed.
  boolean skip() {
    at += isNext('-') ? 1 : 0;
    int first = at;
    if (!skipDigits(1, 0)) {
      return false;
    }
    if (bytes[first] == '0' && at > first + 1) {
      at = first + 1;
      return false;
    }
    if (isNext('.')) {
      at++;
      if (!skipDigits(0, -1)) {
        return false;
      }
    }
    return !isNext('e') && !isNext('E') || passExponent();
  }

  private boolean isNext(char character) {
    return at < end && bytes[at] == character;
  }

  /// @param exponentPerDroppedDigit added to the exponent for each digit beyond 64 bits
  /// @param exponentPerDigit added to the exponent for each other digit
  private boolean skipDigits(int exponentPerDroppedDigit, int exponentPerDigit) {
    int from = at;
    boolean overflowed = false;
    for (; at < end && isDigit(bytes[at]); at++) {
      int digit = bytes[at] - '0';
      overflowed = overflowed || overflows(significand, digit);
      significand = overflowed ? significand : significand * 10 + digit;
      exponent += overflowed ? exponentPerDroppedDigit : exponentPerDigit;
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
    // The exponent is clamped to 32 bits.
    long written = 0;
    for (; at < end && isDigit(bytes[at]); at++) {
      written = Math.min(Integer.MAX_VALUE, written * 10 + (bytes[at] - '0'));
    }
    exponent += negative ? -written : written;
    return at > from;
  }

  /// Returns true if the reference library parses the number as a finite double.
  ///
  /// Reproduces the arithmetic of the reference library, which does not round correctly: the
  /// leading digits that fit into 64 bits, multiplied once by a power of ten. The results differ
  /// only close to the largest double.
  boolean isFinite() {
    if (significand == 0 || exponent <= 0) {
      return true;
    }
    // Unsigned to double. The lowest bit is kept sticky for correct rounding.
    double value =
        significand >= 0 ? significand : (double) (significand >>> 1 | significand & 1) * 2;
    return Double.isFinite(value * Double.parseDouble("1e" + exponent));
  }
}
