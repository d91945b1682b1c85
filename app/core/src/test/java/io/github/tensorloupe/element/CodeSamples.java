package io.github.tensorloupe.element;

import java.util.Random;
import java.util.stream.LongStream;

/// Sample codes of a dtype: all codes of up to 16 bits, otherwise the lowest, middle and highest
/// codes and random ones.
final class CodeSamples {

  private CodeSamples() {}

  /// Returns distinct codes in ascending unsigned order.
  static long[] of(ElementType type) {
    int bits = type.partBits();
    if (bits <= 16) {
      return LongStream.range(0, 1L << bits).toArray();
    }
    long mask = -1L >>> 64 - bits;
    long middle = 1L << bits - 1;
    return LongStream.concat(
            LongStream.of(0, 1, 2, middle - 1, middle, middle + 1, mask - 1, mask),
            new Random(1).longs(20_000).map(code -> code & mask))
        .map(code -> code ^ Long.MIN_VALUE)
        .sorted()
        .distinct()
        .map(code -> code ^ Long.MIN_VALUE)
        .toArray();
  }
}
