package io.github.tensorloupe.format;

/// The numbers of JSON: where one ends, and whether the reference library can hold it.
final class JsonNumber {

  private static final long MAX_TENTH = Long.divideUnsigned(-1L, 10);
  private static final int MAX_LAST_DIGIT = 5;

  private JsonNumber() {}

  /// True if `value * 10 + digit` leaves the unsigned 64 bits.
  static boolean overflows(long value, int digit) {
    int order = Long.compareUnsigned(value, MAX_TENTH);
    return order > 0 || order == 0 && digit > MAX_LAST_DIGIT;
  }

  /// The index behind the number that begins at `from`, or the complement (`~`) of the index where
  /// a digit is missing or too many.
  static int endOf(byte[] bytes, int from, int end) {
    int i = from < end && bytes[from] == '-' ? from + 1 : from;
    int digits = behindDigits(bytes, i, end);
    if (digits == i) {
      return ~i;
    }
    if (bytes[i] == '0' && digits > i + 1) {
      return ~(i + 1);
    }
    i = digits;
    if (i < end && bytes[i] == '.') {
      digits = behindDigits(bytes, i + 1, end);
      if (digits == i + 1) {
        return ~digits;
      }
      i = digits;
    }
    if (i < end && (bytes[i] | 0x20) == 'e') {
      int exponent = i + 1;
      if (exponent < end && (bytes[exponent] == '+' || bytes[exponent] == '-')) {
        exponent++;
      }
      digits = behindDigits(bytes, exponent, end);
      return digits == exponent ? ~digits : digits;
    }
    return i;
  }

  private static int behindDigits(byte[] bytes, int from, int end) {
    int i = from;
    while (i < end && isDigit(bytes[i])) {
      i++;
    }
    return i;
  }

  private static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
  }

  /// True if the reference library gives a well-formed number a finite value.
  ///
  /// It does not round as IEEE 754 would: it keeps the leading digits that fit 64 bits, counts the
  /// others, and multiplies once by a power of ten. The same steps are taken here, because only
  /// they give the same verdict close to the largest double.
  static boolean isFinite(byte[] bytes, int from, int to) {
    int i = bytes[from] == '-' ? from + 1 : from;
    long significand = 0;
    int exponent = 0;
    for (; i < to && isDigit(bytes[i]); i++) {
      if (exponent > 0 || overflows(significand, bytes[i] - '0')) {
        exponent++;
      } else {
        significand = significand * 10 + (bytes[i] - '0');
      }
    }
    if (i < to && bytes[i] == '.') {
      boolean full = false;
      for (i++; i < to && isDigit(bytes[i]); i++) {
        full = full || overflows(significand, bytes[i] - '0');
        if (!full) {
          significand = significand * 10 + (bytes[i] - '0');
          exponent--;
        }
      }
    }
    long total = i < to ? exponent + writtenExponent(bytes, i + 1, to) : exponent;
    return isFinite(significand, total);
  }

  /// The exponent behind the letter, kept within the 32 bits that matter.
  private static long writtenExponent(byte[] bytes, int from, int to) {
    boolean negative = bytes[from] == '-';
    long exponent = 0;
    for (int i = isDigit(bytes[from]) ? from : from + 1; i < to; i++) {
      exponent = Math.min(Integer.MAX_VALUE, exponent * 10 + (bytes[i] - '0'));
    }
    return negative ? -exponent : exponent;
  }

  private static boolean isFinite(long significand, long exponent) {
    if (significand == 0 || exponent <= 0) {
      return true;
    }
    return Double.isFinite(toDouble(significand) * Double.parseDouble("1e" + exponent));
  }

  /// The nearest double of an unsigned number, ties to even.
  private static double toDouble(long unsigned) {
    // A sticky lowest bit keeps the rounding right when the number is halved.
    return unsigned >= 0 ? unsigned : (double) (unsigned >>> 1 | unsigned & 1) * 2;
  }
}
