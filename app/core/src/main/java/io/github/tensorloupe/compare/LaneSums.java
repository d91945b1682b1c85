package io.github.tensorloupe.compare;

import module java.base;

/// Sums over tiles of two sides, in a loop without branches that is turned into vector
/// instructions. Not thread-safe.
final class LaneSums {

  private static final int LANES = 64;

  /// Sums of |Δ|, Δ², a², b² and ab, each of so many lanes: in one array, and not one of floats, so
  /// that the compiler sees that nothing overlaps.
  private final double[] sums = new double[5 * LANES];

  /// Adds a tile.
  void add(FloatTile a, FloatTile b) {
    add(a.floats, b.floats, sums);
  }

  /// Two rows of lanes at a time, because reading and writing the sums takes as long as adding.
  private static void add(float[] a, float[] b, double[] all) {
    for (int first = 0; first < FloatTile.SIZE; first += 2 * LANES) {
      int second = first + LANES;
      for (int lane = 0; lane < LANES; lane++) {
        double a0 = a[first + lane];
        double b0 = b[first + lane];
        double a1 = a[second + lane];
        double b1 = b[second + lane];
        double delta0 = b0 - a0;
        double delta1 = b1 - a1;
        double absolute = all[lane];
        double square = all[lane + LANES];
        double squareA = all[lane + 2 * LANES];
        double squareB = all[lane + 3 * LANES];
        double product = all[lane + 4 * LANES];
        all[lane] = absolute + (Math.abs(delta0) + Math.abs(delta1));
        all[lane + LANES] = Math.fma(delta1, delta1, Math.fma(delta0, delta0, square));
        all[lane + 2 * LANES] = Math.fma(a1, a1, Math.fma(a0, a0, squareA));
        all[lane + 3 * LANES] = Math.fma(b1, b1, Math.fma(b0, b0, squareB));
        all[lane + 4 * LANES] = Math.fma(a1, b1, Math.fma(a0, b0, product));
      }
    }
  }

  /// Hands the sums over and begins anew.
  void settle(PairSums target) {
    target.add(taken(0), taken(1), taken(2), taken(3), taken(4));
  }

  private double taken(int index) {
    double sum = 0;
    for (int lane = index * LANES; lane < (index + 1) * LANES; lane++) {
      sum += sums[lane];
      sums[lane] = 0;
    }
    return sum;
  }
}
