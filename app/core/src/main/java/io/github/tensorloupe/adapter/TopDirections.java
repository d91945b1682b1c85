package io.github.tensorloupe.adapter;

import module java.base;

/// The directions in which a product of two matrices does most: its first singular vectors, which
/// come from the factors, without the product.
///
/// @param out of the outputs, in columns
/// @param in of the inputs, in columns
record TopDirections(Matrix out, Matrix in) {

  /// So many tell how alike two changes are.
  private static final int MOST = 8;

  /// A direction that does so much less than the first is rounding.
  private static final double NOTHING = 1e-9;

  private static final int MOST_ROUNDS = 30;

  /// A cosine so small is a right angle.
  private static final double ROUNDING = 1e-14;

  /// The mean of the squared cosines of the principal angles between the directions of both.
  ///
  /// @param out between those of the outputs: 0 where they have nothing in common, 1 where they
  ///   span the same; NaN where one has none
  /// @param in likewise between those of the inputs
  record Overlap(double out, double in) {

    static final Overlap UNKNOWN = new Overlap(Double.NaN, Double.NaN);

    /// As many directions of each count as both have.
    static Overlap of(Delta.LowRank a, Delta.LowRank b) {
      Vectors vectorsA = Vectors.of(a);
      Vectors vectorsB = Vectors.of(b);
      int count = Math.min(MOST, Math.min(vectorsA.count(), vectorsB.count()));
      if (count == 0) {
        return UNKNOWN;
      }
      TopDirections topA = vectorsA.top(a, count);
      TopDirections topB = vectorsB.top(b, count);
      return new Overlap(share(topA.out, topB.out, count), share(topA.in, topB.in, count));
    }

    private static double share(Matrix a, Matrix b, int count) {
      double norm = a.transposed().times(b).norm();
      return Math.min(1, norm * norm / count);
    }
  }

  /// The singular vectors of the small matrix that is left of a product without what turns only.
  ///
  /// @param left a triangle that has the products of columns of the factor of the outputs
  /// @param right likewise of the inputs
  /// @param sorted the left singular vectors of left · rightᵀ, each times its value, the largest
  ///   first
  private record Vectors(Matrix left, Matrix right, double[][] sorted) {

    static Vectors of(Delta.LowRank delta) {
      Matrix left = small(delta.up());
      Matrix right = small(delta.down().transposed());
      Matrix turned = right.times(left.transposed());
      double[][] columns = new double[turned.rows()][];
      Arrays.setAll(columns, turned::row);
      orthogonalize(columns);
      Arrays.sort(columns, Comparator.comparingDouble(column -> -Delta.dot(column, column)));
      return new Vectors(left, right, columns);
    }

    private static Matrix small(Matrix factor) {
      return factor.rows() > factor.columns() ? factor.triangle() : factor;
    }

    private double value(int index) {
      return new Matrix(1, sorted[index].length, sorted[index]).norm();
    }

    int count() {
      double least = NOTHING * value(0);
      return (int)
          IntStream.range(0, sorted.length).takeWhile(index -> value(index) > least).count();
    }

    /// @param count at most [#count]
    TopDirections top(Delta.LowRank delta, int count) {
      double[] lefts = new double[count * left.rows()];
      double[] inverses = new double[count * count];
      for (int i = 0; i < count; i++) {
        double value = value(i);
        inverses[i * count + i] = 1 / value;
        for (int j = 0; j < left.rows(); j++) {
          lefts[i * left.rows() + j] = sorted[i][j] / value;
        }
      }
      Matrix unit = new Matrix(count, left.rows(), lefts).transposed();
      Matrix inverse = new Matrix(count, count, inverses);
      // What an input direction does, divided by how much, is its output direction, and back.
      Matrix mixed = left.transposed().times(unit).times(inverse);
      Matrix in = delta.down().transposed().times(mixed);
      Matrix back = right.transposed().times(right.times(mixed)).times(inverse);
      return new TopDirections(delta.up().times(back), in);
    }

    /// Rotates pairs of columns until all are at right angles, by Jacobi's method from one side.
    private static void orthogonalize(double[][] columns) {
      boolean isTurned = true;
      for (int round = 0; isTurned && round < MOST_ROUNDS; round++) {
        isTurned = false;
        for (int i = 0; i < columns.length; i++) {
          for (int j = i + 1; j < columns.length; j++) {
            isTurned |= rotate(columns[i], columns[j]);
          }
        }
      }
    }

    private static boolean rotate(double[] a, double[] b) {
      double product = Delta.dot(a, b);
      double squareA = Delta.dot(a, a);
      double squareB = Delta.dot(b, b);
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
  }
}
