package io.github.tensorloupe.adapter;

import module java.base;

/// The combined effect of two modules on one weight. Unknown numbers are NaN.
///
/// @param signConflict the fraction of elements changed by both modules whose changes have opposite
///   signs, measured in at most 64 evenly spaced rows
/// @param overlapOut the overlap of the output directions, for low-rank deltas only: the mean
///   squared cosine of the principal angles between the first singular vectors (at most 8), from 0
///   for orthogonal to 1 for equal directions
/// @param overlapIn the overlap of the input directions, for low-rank deltas only
/// @param sumNorm the norm of the sum of both deltas at strength 1
/// @param sumEffectiveRank the effective rank of the sum, for low-rank deltas only
public record PairFigures(
    double signConflict,
    double overlapOut,
    double overlapIn,
    double sumNorm,
    double sumEffectiveRank) {

  static final PairFigures UNKNOWN =
      new PairFigures(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

  private static final int MAX_ROWS = 64;

  record Scaled(Delta delta, double scale, double norm) {

    /// Reads the delta of a module, or returns empty if it is unknown. Blocks.
    static Optional<Scaled> of(Optional<AdapterModule> module) throws IOException {
      if (module.isEmpty()) {
        return Optional.empty();
      }
      Optional<Delta> delta = module.get().delta();
      ModuleFigures figures = ModuleFigures.of(module.get(), delta);
      OptionalDouble scale = module.get().scale();
      return delta.isEmpty() || scale.isEmpty() || figures.nonFinite() > 0
          ? Optional.empty()
          : Optional.of(new Scaled(delta.get(), scale.getAsDouble(), figures.norm()));
    }
  }

  /// @param isLowRank false if a delta is a LoHa product, which has no factors
  static PairFigures of(Scaled a, Scaled b, double inner, boolean isLowRank) {
    double conflict = signConflict(a, b);
    if (isLowRank
        && a.delta instanceof Delta.LowRank lowA
        && b.delta instanceof Delta.LowRank lowB
        && lowA.hasSpectrum()
        && lowB.hasSpectrum()) {
      TopDirections topA = TopDirections.of(lowA);
      TopDirections topB = TopDirections.of(lowB);
      ModuleFigures sum = ModuleFigures.of(lowA.plus(a.scale, lowB, b.scale).singularValues());
      // A sum of rounding errors has no meaningful rank.
      boolean isZero = sum.norm() <= 1e-12 * (a.norm + b.norm);
      double norm = isZero ? 0 : sum.norm();
      double rank = isZero ? Double.NaN : sum.effectiveRank();
      double out = TopDirections.overlap(topA.out(), topB.out());
      double in = TopDirections.overlap(topA.in(), topB.in());
      return new PairFigures(conflict, out, in, norm, rank);
    }
    double norm = Math.sqrt(Math.max(0, a.norm * a.norm + b.norm * b.norm + 2 * inner));
    return new PairFigures(conflict, Double.NaN, Double.NaN, norm, Double.NaN);
  }

  private static double signConflict(Scaled a, Scaled b) {
    double sign = Math.signum(a.scale) * Math.signum(b.scale);
    int rows = a.delta.rows();
    int count = Math.min(MAX_ROWS, rows);
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

  /// The first singular vectors of a low-rank product, at most 8, computed from the factors.
  ///
  /// @param out the output vectors, in rows
  /// @param in the input vectors, in rows
  private record TopDirections(Matrix out, Matrix in) {

    private static final int MAX_DIRECTIONS = 8;

    /// The minimum singular value relative to the largest. Smaller ones may be rounding errors,
    /// because squares have half of the digits.
    private static final double NOTHING = 1e-6;

    private static final double ROUNDING = 1e-14;
    private static final int MAX_ROUNDS = 30;

    static TopDirections of(Delta.LowRank delta) {
      // The orthogonal factors are omitted: left · rightᵀ has the same singular values as the
      // product.
      Matrix left = small(delta.up());
      Matrix right = small(delta.down().transposed());
      Matrix core = right.times(left.transposed());
      double[][] vectors = new double[core.rows()][];
      Arrays.setAll(vectors, core::row);
      orthogonalize(vectors);
      Arrays.sort(vectors, Comparator.comparingDouble(vector -> -Matrix.norm(vector)));
      double[] values = Arrays.stream(vectors).mapToDouble(Matrix::norm).toArray();
      int count = 0;
      while (count < Math.min(MAX_DIRECTIONS, values.length)
          && values[count] > NOTHING * values[0]) {
        count++;
      }
      double[] first =
          Arrays.stream(vectors).limit(count).flatMapToDouble(Arrays::stream).toArray();
      Matrix lefts = divided(new Matrix(count, left.rows(), first), values);
      // Computes the vectors of one side from the other side, and back.
      Matrix mixed = divided(lefts.times(left), values);
      Matrix back = divided(mixed.times(right.transposed()).times(right), values);
      return new TopDirections(back.times(delta.up().transposed()), mixed.times(delta.down()));
    }

    private static Matrix small(Matrix factor) {
      return factor.rows() > factor.columns()
          ? factor.gram().choleskyFactor().orElseGet(factor::triangle)
          : factor;
    }

    private static Matrix divided(Matrix rows, double[] divisors) {
      double[] quotients = rows.values().clone();
      Arrays.setAll(quotients, i -> quotients[i] / divisors[i / rows.columns()]);
      return new Matrix(rows.rows(), rows.columns(), quotients);
    }

    /// Orthogonalizes vectors in place by one-sided Jacobi rotations.
    private static void orthogonalize(double[][] vectors) {
      boolean isRotated = true;
      for (int round = 0; isRotated && round < MAX_ROUNDS; round++) {
        isRotated = false;
        for (int i = 0; i < vectors.length; i++) {
          for (int j = i + 1; j < vectors.length; j++) {
            isRotated |= rotate(vectors[i], vectors[j]);
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

    /// Returns 0 for orthogonal directions, 1 if one set includes the other, NaN if one is empty.
    static double overlap(Matrix a, Matrix b) {
      double norm = a.times(b.transposed()).norm();
      return Math.min(1, norm * norm / Math.min(a.rows(), b.rows()));
    }
  }
}
