package io.github.tensorloupe.compare;

import module java.base;

/// Sums over a tile in integers: the numbers in units of the last bit of the smallest one, where
/// they have few enough bits, as those of short dtypes mostly have. Exact, and in loops that are
/// turned into vector instructions. Not thread-safe.
final class FixedSums {

  /// Squares of differences of numbers of so many bits, as many as a tile has, can be added up in a
  /// `long`.
  private static final int MOST_BITS = 25;

  private static final int SMALLEST_NORMAL = 1 << Float.PRECISION - 1;
  private static final int LARGEST_SCALE = Float.MAX_EXPONENT;

  private final int[] a = new int[PartReader.TILE];
  private final int[] b = new int[PartReader.TILE];

  /// Adds a tile.
  ///
  /// @param firstPart the index of its first part
  /// @return false if the numbers have too many bits; then nothing was added
  boolean add(
      PartReader left,
      PartReader right,
      int count,
      long firstPart,
      PairSums sums,
      LargestDelta delta) {
    int fraction = Math.max(left.fractionBits(), right.fractionBits());
    if (fraction >= Float.PRECISION - 1) {
      return false;
    }
    int smallest = Math.min(left.smallest, right.smallest);
    int largest = Math.max(left.largest, right.largest);
    int unit = Math.getExponent(Float.intBitsToFloat(smallest)) - fraction;
    int highest = Math.getExponent(Float.intBitsToFloat(largest));
    if (largest == 0
        || smallest < SMALLEST_NORMAL
        || highest - unit >= MOST_BITS
        || -unit > LARGEST_SCALE) {
      return false;
    }
    float scale = Math.scalb(1f, -unit);
    scale(left.floats, scale, a, count);
    scale(right.floats, scale, b, count);
    addProducts(count, unit, sums);
    int most = addDeltas(count, unit, sums);
    double magnitude = Math.scalb((double) most, unit);
    if (delta.grows(magnitude, firstPart)) {
      for (int i = 0; i < count; i++) {
        if (Math.abs(b[i] - a[i]) == most) {
          delta.consider(left.floats[i], 0, right.floats[i], 0, firstPart + left.partAt(i));
        }
      }
    }
    return true;
  }

  private static void scale(float[] floats, float scale, int[] target, int count) {
    for (int i = 0; i < count; i++) {
      target[i] = (int) (floats[i] * scale);
    }
  }

  private void addProducts(int count, int unit, PairSums sums) {
    int[] left = a;
    int[] right = b;
    long ofA = 0;
    long ofB = 0;
    long ofBoth = 0;
    for (int i = 0; i < count; i++) {
      ofA += (long) left[i] * left[i];
      ofB += (long) right[i] * right[i];
      ofBoth += (long) left[i] * right[i];
    }
    sums.addProducts(ofA, ofB, ofBoth, 2 * unit);
  }

  /// @return the largest magnitude
  private int addDeltas(int count, int unit, PairSums sums) {
    int[] left = a;
    int[] right = b;
    long absolutes = 0;
    long squares = 0;
    int most = 0;
    for (int i = 0; i < count; i++) {
      int absolute = Math.abs(right[i] - left[i]);
      absolutes += absolute;
      squares += (long) absolute * absolute;
      most = Math.max(most, absolute);
    }
    sums.addDeltas(absolutes, squares, unit);
    return most;
  }
}
