package io.github.tensorloupe.adapter;

import module java.base;

/// The effect of two modules on one weight together. Unknown figures are NaN.
///
/// @param signConflict the share of elements that one raises and the other lowers, of those that
///   both change; of at most 64 rows that are spread evenly
/// @param overlapOut how much of the outputs that both change most is the same: the mean of the
///   squared cosines of the principal angles between the first 8 singular directions, or fewer
///   where one has fewer; 0 where they are separate, 1 where they are the same. Only of low ranks
/// @param overlapIn likewise of the inputs
/// @param sumNorm of both together at strength 1
/// @param sumEffectiveRank likewise; only of low ranks
public record PairFigures(
    double signConflict,
    double overlapOut,
    double overlapIn,
    double sumNorm,
    double sumEffectiveRank) {

  static final PairFigures UNKNOWN =
      new PairFigures(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

  private static final int MOST_ROWS = 64;

  /// The change of a module with its scale.
  record Scaled(Delta delta, double scale, double norm) {}

  /// @param inner the sum of the products of what they add
  /// @param isLowRank true if both are products of two narrow matrices
  static PairFigures of(Scaled a, Scaled b, double inner, boolean isLowRank) {
    double conflict = signConflict(a, b);
    if (isLowRank
        && a.delta instanceof Delta.LowRank lowA
        && b.delta instanceof Delta.LowRank lowB) {
      TopDirections topA = TopDirections.of(lowA);
      TopDirections topB = TopDirections.of(lowB);
      ModuleFigures sum = ModuleFigures.of(lowA.plus(a.scale, lowB, b.scale).singularValues());
      // A sum that is mere rounding has no rank.
      boolean isGone = sum.norm() <= 1e-12 * (a.norm + b.norm);
      return new PairFigures(
          conflict,
          TopDirections.overlap(topA.out(), topB.out()),
          TopDirections.overlap(topA.in(), topB.in()),
          isGone ? 0 : sum.norm(),
          isGone ? Double.NaN : sum.effectiveRank());
    }
    double square = a.norm * a.norm + b.norm * b.norm + 2 * inner;
    return new PairFigures(
        conflict, Double.NaN, Double.NaN, Math.sqrt(Math.max(0, square)), Double.NaN);
  }

  private static double signConflict(Scaled a, Scaled b) {
    double sign = Math.signum(a.scale) * Math.signum(b.scale);
    int rows = a.delta.rows();
    int count = Math.min(MOST_ROWS, rows);
    long compared = 0;
    long conflicts = 0;
    for (int i = 0; i < count; i++) {
      int row = (int) ((long) i * rows / count);
      double[] rowA = a.delta.row(row);
      double[] rowB = b.delta.row(row);
      for (int column = 0; column < rowA.length; column++) {
        double product = sign * Math.signum(rowA[column]) * Math.signum(rowB[column]);
        compared += product == 0 ? 0 : 1;
        conflicts += product < 0 ? 1 : 0;
      }
    }
    return (double) conflicts / compared;
  }
}
