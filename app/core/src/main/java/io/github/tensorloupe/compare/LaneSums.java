package io.github.tensorloupe.compare;

import module java.base;

/// Sums over tiles of two sides, in loops without branches that are turned into vector
/// instructions. Not thread-safe.
final class LaneSums {

  private static final int LANES = 128;

  private final double[] absolutes = new double[LANES];
  private final double[] squaresOfDelta = new double[LANES];
  private final double[] squaresOfA = new double[LANES];
  private final double[] squaresOfB = new double[LANES];
  private final double[] products = new double[LANES];
  private final double[] squaresOfEqual = new double[LANES];

  /// Adds a tile; the arrays are overwritten with zeros behind it.
  void add(double[] a, double[] b, int count) {
    int end = Math.ceilDiv(count, LANES) * LANES;
    Arrays.fill(a, count, end, 0);
    Arrays.fill(b, count, end, 0);
    for (int begin = 0; begin < end; begin += LANES) {
      addDeltas(a, b, begin);
      addSquares(a, b, begin);
    }
  }

  private void addDeltas(double[] a, double[] b, int begin) {
    double[] sums = absolutes;
    double[] squares = squaresOfDelta;
    for (int lane = 0; lane < LANES; lane++) {
      double delta = b[begin + lane] - a[begin + lane];
      sums[lane] += Math.abs(delta);
      squares[lane] += delta * delta;
    }
  }

  private void addSquares(double[] a, double[] b, int begin) {
    double[] ofA = squaresOfA;
    double[] ofB = squaresOfB;
    double[] ofBoth = products;
    for (int lane = 0; lane < LANES; lane++) {
      double left = a[begin + lane];
      double right = b[begin + lane];
      ofA[lane] += left * left;
      ofB[lane] += right * right;
      ofBoth[lane] += left * right;
    }
  }

  /// Adds a tile that both sides have in common.
  void addEqual(double[] a, int count) {
    int end = Math.ceilDiv(count, LANES) * LANES;
    Arrays.fill(a, count, end, 0);
    for (int begin = 0; begin < end; begin += LANES) {
      double[] squares = squaresOfEqual;
      for (int lane = 0; lane < LANES; lane++) {
        double value = a[begin + lane];
        squares[lane] += value * value;
      }
    }
  }

  /// Hands the sums over and begins anew.
  void settle(PairSums sums) {
    double[] totals = {
      taken(absolutes), taken(squaresOfDelta), taken(squaresOfA), taken(squaresOfB), taken(products)
    };
    double equal = taken(squaresOfEqual);
    sums.add(totals[0], totals[1], totals[2] + equal, totals[3] + equal, totals[4] + equal);
  }

  private static double taken(double[] lanes) {
    double sum = 0;
    for (int lane = 0; lane < LANES; lane++) {
      sum += lanes[lane];
      lanes[lane] = 0;
    }
    return sum;
  }
}
