package io.github.tensorloupe.compare;

import module java.base;

/// Sums over tiles of two sides, in loops without branches that are turned into vector
/// instructions. Not thread-safe.
final class LaneSums {

  private static final int LANES = 128;

  /// Sums of |Δ|, Δ², a², b² and ab, each of so many lanes: in one array, so that the compiler sees
  /// that they do not overlap.
  private final double[] sums = new double[5 * LANES];

  private final double[] squaresOfEqual = new double[LANES];

  /// Adds a tile; the arrays are overwritten with zeros behind it.
  void add(float[] a, float[] b, int count) {
    int end = Math.ceilDiv(count, LANES) * LANES;
    Arrays.fill(a, count, end, 0);
    Arrays.fill(b, count, end, 0);
    for (int begin = 0; begin < end; begin += LANES) {
      addLanes(a, b, begin);
    }
  }

  private void addLanes(float[] a, float[] b, int begin) {
    double[] all = sums;
    for (int lane = 0; lane < LANES; lane++) {
      double left = a[begin + lane];
      double right = b[begin + lane];
      double delta = right - left;
      double absolute = all[lane];
      double square = all[lane + LANES];
      double squareA = all[lane + 2 * LANES];
      double squareB = all[lane + 3 * LANES];
      double product = all[lane + 4 * LANES];
      all[lane] = absolute + Math.abs(delta);
      all[lane + LANES] = square + delta * delta;
      all[lane + 2 * LANES] = squareA + left * left;
      all[lane + 3 * LANES] = squareB + right * right;
      all[lane + 4 * LANES] = product + left * right;
    }
  }

  /// Adds a tile that both sides have in common.
  void addEqual(float[] a, int count) {
    int end = Math.ceilDiv(count, LANES) * LANES;
    Arrays.fill(a, count, end, 0);
    double[] squares = squaresOfEqual;
    for (int begin = 0; begin < end; begin += LANES) {
      for (int lane = 0; lane < LANES; lane++) {
        double value = a[begin + lane];
        squares[lane] += value * value;
      }
    }
  }

  /// Hands the sums over and begins anew.
  void settle(PairSums target) {
    double equal = taken(squaresOfEqual, 0);
    target.add(
        taken(sums, 0),
        taken(sums, LANES),
        taken(sums, 2 * LANES) + equal,
        taken(sums, 3 * LANES) + equal,
        taken(sums, 4 * LANES) + equal);
  }

  private static double taken(double[] lanes, int begin) {
    double sum = 0;
    for (int lane = begin; lane < begin + LANES; lane++) {
      sum += lanes[lane];
      lanes[lane] = 0;
    }
    return sum;
  }
}
