package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// An unsigned sum of 192 bits. Not thread-safe.
final class WideSum {

  private long low;
  private long middle;
  private long high;

  /// Adds `factor · count`, both unsigned.
  void addProduct(long factor, long count) {
    add(factor * count, Math.unsignedMultiplyHigh(factor, count), 0);
  }

  /// Adds `factor² · count`, both unsigned.
  void addSquareProduct(long factor, long count) {
    long squareLow = factor * factor;
    long squareHigh = Math.unsignedMultiplyHigh(factor, factor);
    add(squareLow * count, Math.unsignedMultiplyHigh(squareLow, count), 0);
    add(0, squareHigh * count, Math.unsignedMultiplyHigh(squareHigh, count));
  }

  private void add(long addedLow, long addedMiddle, long addedHigh) {
    low += addedLow;
    long carry = Long.compareUnsigned(low, addedLow) < 0 ? 1 : 0;
    middle += addedMiddle;
    high += addedHigh + (Long.compareUnsigned(middle, addedMiddle) < 0 ? 1 : 0);
    middle += carry;
    high += carry != 0 && middle == 0 ? 1 : 0;
  }

  /// The sum so far; begins anew with 0.
  BigInteger take() {
    if ((low | middle | high) == 0) {
      return BigInteger.ZERO;
    }
    BigInteger total = unsigned(high).shiftLeft(64).add(unsigned(middle)).shiftLeft(64);
    total = total.add(unsigned(low));
    low = 0;
    middle = 0;
    high = 0;
    return total;
  }

  private static BigInteger unsigned(long value) {
    BigInteger lower = BigInteger.valueOf(value & Long.MAX_VALUE);
    return value < 0 ? lower.setBit(Long.SIZE - 1) : lower;
  }
}
