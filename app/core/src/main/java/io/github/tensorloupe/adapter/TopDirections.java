package io.github.tensorloupe.adapter;

import module java.base;

/// The directions in which a product of two matrices does most: at most 8 of its singular vectors,
/// the first ones, which come from the factors without the product.
///
/// @param out of the outputs, in rows
/// @param in of the inputs, in rows
record TopDirections(Matrix out, Matrix in) {

  private static final int MOST = 8;

  /// A direction that does so much less than the first may be rounding, of which squares keep half
  /// of the digits.
  private static final double NOTHING = 1e-6;

  /// A cosine so small is a right angle.
  private static final double ROUNDING = 1e-14;

  private static final int MOST_ROUNDS = 30;

  static TopDirections of(Delta.LowRank delta) {
    // Of both factors all that turns only is left out: left · rightᵀ has the same singular values.
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
    double[] first = Arrays.stream(vectors).limit(count).flatMapToDouble(Arrays::stream).toArray();
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
