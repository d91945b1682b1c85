package io.github.tensorloupe.format;

import java.math.BigInteger;
import java.util.Locale;

/// Numbers in messages: in groups of three digits, the same in every locale.
final class Numerals {

  private Numerals() {}

  /// An unsigned number.
  static String of(long unsigned) {
    return String.format(Locale.ROOT, "%,d", exact(unsigned));
  }

  /// The sum of two unsigned numbers, which may need more than 64 bits.
  static String ofSum(long unsigned, long other) {
    return String.format(Locale.ROOT, "%,d", exact(unsigned).add(exact(other)));
  }

  /// An unsigned number of bytes, with the word.
  static String bytes(long unsigned) {
    return of(unsigned) + (unsigned == 1 ? " byte" : " bytes");
  }

  /// An unsigned number as the nearest double.
  static double asDouble(long unsigned) {
    return exact(unsigned).doubleValue();
  }

  private static BigInteger exact(long unsigned) {
    BigInteger low = BigInteger.valueOf(unsigned & Long.MAX_VALUE);
    return unsigned < 0 ? low.setBit(Long.SIZE - 1) : low;
  }
}
