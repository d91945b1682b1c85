package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// A sum of integers in units of different powers of two, exactly. Not thread-safe.
final class PowerSums {

  private static final long LOW_MASK = 0xffff_ffffL;

  /// After so many additions, no sum of halves has left 63 bits.
  private static final int PENDING_LIMIT = 1 << 30;

  private final int lowestExponent;

  /// For each exponent the sums of the lower and of the upper halves.
  private final long[] lowSums;

  private final long[] highSums;
  private int pendingCount;
  private BigInteger settled = BigInteger.ZERO;

  /// @param lowestExponent of a unit
  /// @param highestExponent of a unit
  PowerSums(int lowestExponent, int highestExponent) {
    this.lowestExponent = lowestExponent;
    lowSums = new long[highestExponent - lowestExponent + 1];
    highSums = new long[lowSums.length];
  }

  /// Adds an integer in units of 2^exponent.
  void add(long value, int exponent) {
    if (pendingCount == PENDING_LIMIT) {
      settle();
    }
    pendingCount++;
    lowSums[exponent - lowestExponent] += value & LOW_MASK;
    highSums[exponent - lowestExponent] += value >> 32;
  }

  void merge(PowerSums other) {
    settled = settled.add(other.total());
  }

  /// The sum in units of the lowest exponent.
  BigInteger total() {
    settle();
    return settled;
  }

  private void settle() {
    for (int i = 0; i < lowSums.length; i++) {
      if ((lowSums[i] | highSums[i]) != 0) {
        BigInteger high = BigInteger.valueOf(highSums[i]).shiftLeft(32);
        settled = settled.add(high.add(BigInteger.valueOf(lowSums[i])).shiftLeft(i));
        lowSums[i] = 0;
        highSums[i] = 0;
      }
    }
    pendingCount = 0;
  }
}
