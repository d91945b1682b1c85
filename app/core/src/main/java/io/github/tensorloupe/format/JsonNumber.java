package io.github.tensorloupe.format;

/// Skips a JSON number and determines whether the reference library accepts it.
final class JsonNumber {

  private static final long MAX_TENTH = Long.divideUnsigned(-1L, 10);
  private static final int MAX_LAST_DIGIT = 5;

  private final byte[] bytes;
  private final int end;
  private int integerBegin;
  private int integerEnd;
  private int fractionEnd;
  private int exponentBegin;

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

  boolean skip() {
    skipAnyOf("-");
    integerBegin = at;
    if (!skipDigits()) {
      return false;
    }
    integerEnd = at;
    if (bytes[integerBegin] == '0' && integerEnd > integerBegin + 1) {
      at = integerBegin + 1;
      return false;
    }
    if (skipAnyOf(".") && !skipDigits()) {
      return false;
    }
    fractionEnd = at;
    if (!skipAnyOf("eE")) {
      exponentBegin = at;
      return true;
    }
    skipAnyOf("+-");
    exponentBegin = at;
    return skipDigits();
  }

  private boolean skipAnyOf(String characters) {
    boolean isNext = at < end && characters.indexOf(bytes[at]) >= 0;
    at += isNext ? 1 : 0;
    return isNext;
  }

  private boolean skipDigits() {
    int from = at;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return at > from;
  }

  /// Returns true if the reference library parses the number as a finite double.
  ///
  /// Reproduces the arithmetic of the reference library, which does not round correctly: the
  /// leading digits that fit into 64 bits, multiplied once by a power of ten. The results differ
  /// only close to the largest double.
  boolean isFinite() {
    long significand = 0;
    long exponent = 0;
    boolean hasOverflowed = false;
    for (int i = integerBegin; i < fractionEnd; i++) {
      if (bytes[i] != '.') {
        int digit = bytes[i] - '0';
        hasOverflowed = hasOverflowed || overflows(significand, digit);
        significand = hasOverflowed ? significand : significand * 10 + digit;
        exponent += (i < integerEnd ? 1 : 0) - (hasOverflowed ? 0 : 1);
      }
    }
    // The written exponent is clamped to 32 bits.
    long written = 0;
    for (int i = exponentBegin; i < at; i++) {
      written = Math.min(Integer.MAX_VALUE, written * 10 + (bytes[i] - '0'));
    }
    exponent += bytes[exponentBegin - 1] == '-' ? -written : written;
    if (significand == 0 || exponent <= 0) {
      return true;
    }
    // Unsigned to double. The lowest bit is kept sticky for correct rounding.
    double value =
        significand >= 0 ? significand : (double) (significand >>> 1 | significand & 1) * 2;
    return Double.isFinite(value * Double.parseDouble("1e" + exponent));
  }
}
