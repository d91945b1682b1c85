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

  /// The directions in which a product of two matrices does most: at most 8 of its singular
  /// vectors, the first ones, which come from the factors without the product.
  ///
  /// @param out of the outputs, in rows
  /// @param in of the inputs, in rows
  private record TopDirections(Matrix out, Matrix in) {

    private static final int MOST = 8;

    /// A direction that does so much less than the first may be rounding, of which squares keep
    /// half of the digits.
    private static final double NOTHING = 1e-6;

    /// A cosine so small is a right angle.
    private static final double ROUNDING = 1e-14;

    private static final int MOST_ROUNDS = 30;

    static TopDirections of(Delta.LowRank delta) {
      // Of both factors all that turns only is left out: left · rightᵀ has the same singular
      // values.
      Matrix left = small(delta.up());
      Matrix right = small(delta.down().transposed());
      Matrix core = right.times(left.transposed());
      double[][] vectors = new double[core.rows()][];
      Arrays.setAll(vectors, core::row);
      orthogonalize(vectors);
      Arrays.sort(vectors, Comparator.comparingDouble(vector -> -norm(vector)));
      double[] values = Arrays.stream(vectors).mapToDouble(TopDirections::norm).toArray();
      int count =
          (int)
              Arrays.stream(values)
                  .limit(MOST)
                  .takeWhile(value -> value > NOTHING * values[0])
                  .count();
      double[] first =
          Arrays.stream(vectors).limit(count).flatMapToDouble(Arrays::stream).toArray();
      Matrix lefts = divided(new Matrix(count, left.rows(), first), values);
      // From the one side to the other and back.
      Matrix mixed = divided(lefts.times(left), values);
      Matrix back = divided(mixed.times(right.transposed()).times(right), values);
      return new TopDirections(back.times(delta.up().transposed()), mixed.times(delta.down()));
    }

    private static Matrix small(Matrix factor) {
      return factor.rows() > factor.columns()
          ? factor.gram().root().orElseGet(factor::triangle)
          : factor;
    }

    private static double norm(double[] vector) {
      return new Matrix(1, vector.length, vector).norm();
    }

    private static Matrix divided(Matrix rows, double[] divisors) {
      double[] quotients = rows.values().clone();
      Arrays.setAll(quotients, i -> quotients[i] / divisors[i / rows.columns()]);
      return new Matrix(rows.rows(), rows.columns(), quotients);
    }

    /// Rotates pairs of vectors until all are at right angles, by Jacobi's method from one side.
    private static void orthogonalize(double[][] vectors) {
      boolean isTurned = true;
      for (int round = 0; isTurned && round < MOST_ROUNDS; round++) {
        isTurned = false;
        for (int i = 0; i < vectors.length; i++) {
          for (int j = i + 1; j < vectors.length; j++) {
            isTurned |= rotate(vectors[i], vectors[j]);
          }
        }
      }
    }

    private static boolean rotate(double[] a, double[] b) {
      double product = Matrix.dot(a, b, 0);
      double squareA = Matrix.dot(a, a, 0);
      double squareB = Matrix.dot(b, b, 0);
      if (Math.abs(product) <= ROUNDING * Math.sqrt(squareA) * Math.sqrt(squareB)) {
        return false;
      }
      double half = (squareB - squareA) / (2 * product);
      double tangent = Math.copySign(1, half) / (Math.abs(half) + Math.hypot(1, half));
      double cosine = 1 / Math.hypot(1, tangent);
      for (int i = 0; i < a.length; i++) {
        double turned = cosine * (a[i] - tangent * b[i]);
        b[i] = cosine * (tangent * a[i] + b[i]);
        a[i] = turned;
      }
      return true;
    }

    /// The mean of the squared cosines of the principal angles between the directions of both: 0
    /// where they have nothing in common, 1 where those of one are among those of the other; NaN
    /// where one has none.
    static double overlap(Matrix a, Matrix b) {
      double norm = a.times(b.transposed()).norm();
      return Math.min(1, norm * norm / Math.min(a.rows(), b.rows()));
    }
  }
}
