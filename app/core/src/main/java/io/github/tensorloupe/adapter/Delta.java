package io.github.tensorloupe.adapter;

import module java.base;

/// What a module adds to a weight, as a matrix of outputs × everything else, which is never held as
/// a whole where its factors are smaller. Without its scale.
sealed interface Delta {

  /// The most singular values that can be other than 0.
  int bound();

  int rows();

  int columns();

  double[] row(int row);

  /// All singular values that can be other than 0, in descending order.
  double[] singularValues();

  double norm();

  /// The product of the norms of all factors: nothing is left where the norm is so much smaller.
  double factorNorm();

  /// A product of two matrices.
  ///
  /// @param up outputs × rank
  /// @param down rank × inputs
  /// @param factorNorm of the factors that these are made from
  record LowRank(Matrix up, Matrix down, double factorNorm) implements Delta {

    /// A square that is this much smaller than the largest has still 10 digits of its root, counted
    /// from the largest root.
    private static final double LEAST_SHARE = 1e-5;

    static LowRank of(Matrix up, Matrix down) {
      return new LowRank(up, down, up.norm() * down.norm());
    }

    /// The products of the elements of two such products, which is one again.
    static LowRank ofProducts(LowRank a, LowRank b) {
      return new LowRank(
          products(a.up, b.up),
          products(a.down.transposed(), b.down.transposed()).transposed(),
          a.factorNorm * b.factorNorm);
    }

    /// The sum of this and another product, each with its scale, as one product.
    LowRank plus(double scale, LowRank other, double otherScale) {
      int own = up.columns();
      int rank = own + other.up.columns();
      double[] ups = new double[Math.multiplyExact(rows(), rank)];
      for (int i = 0; i < ups.length; i++) {
        int row = i / rank;
        int column = i % rank;
        ups[i] =
            column < own
                ? scale * up.values()[row * own + column]
                : otherScale * other.up.values()[row * (rank - own) + column - own];
      }
      double[] downs = Arrays.copyOf(down.values(), Math.multiplyExact(rank, columns()));
      System.arraycopy(
          other.down.values(), 0, downs, down.values().length, other.down.values().length);
      return of(new Matrix(rows(), rank, ups), new Matrix(rank, columns(), downs));
    }

    /// For each row the products of all pairs of its elements.
    private static Matrix products(Matrix a, Matrix b) {
      double[] products = new double[Math.multiplyExact(a.values().length, b.columns())];
      int at = 0;
      for (int row = 0; row < a.rows(); row++) {
        for (int i = 0; i < a.columns(); i++) {
          for (int j = 0; j < b.columns(); j++) {
            products[at++] = a.values()[row * a.columns() + i] * b.values()[row * b.columns() + j];
          }
        }
      }
      return new Matrix(a.rows(), a.columns() * b.columns(), products);
    }

    @Override
    public int bound() {
      return Math.min(up.columns(), Math.min(rows(), columns()));
    }

    @Override
    public int rows() {
      return up.rows();
    }

    @Override
    public int columns() {
      return down.columns();
    }

    @Override
    public double[] row(int row) {
      double[] sums = new double[columns()];
      // The copy is read at the index of the sums, so that several are computed in one step.
      double[] added = new double[sums.length];
      for (int i = 0; i < up.columns(); i++) {
        double factor = up.values()[row * up.columns() + i];
        System.arraycopy(down.values(), i * added.length, added, 0, added.length);
        for (int j = 0; j < sums.length; j++) {
          sums[j] = Math.fma(factor, added[j], sums[j]);
        }
      }
      return sums;
    }

    @Override
    public double[] singularValues() {
      Matrix turned = down.transposed();
      return quickly(turned).orElseGet(() -> carefully(turned));
    }

    /// Works with products of columns; empty where that would lose digits that are told.
    private Optional<double[]> quickly(Matrix turned) {
      if (up.rows() < up.columns() || turned.rows() < turned.columns()) {
        return Optional.empty();
      }
      Matrix ups = up.gram();
      Matrix downs = turned.gram();
      return ups.root()
          .flatMap(left -> downs.root().map(right -> left.times(right.transposed())))
          .map(Matrix::singularValues)
          // Rounding changes squares by so little of the largest that there could be.
          .filter(
              values ->
                  values[0] * values[values.length - 1]
                      > LEAST_SHARE * ups.largestRowSum() * downs.largestRowSum());
    }

    private double[] carefully(Matrix turned) {
      Matrix left = up.rows() > up.columns() ? up.triangle() : up;
      Matrix right = turned.rows() > turned.columns() ? turned.triangle() : turned;
      return Arrays.copyOf(left.times(right.transposed()).singularValues(), bound());
    }

    @Override
    public double norm() {
      return new Matrix(1, bound(), singularValues()).norm();
    }
  }

  record Kronecker(Delta outer, Delta inner) implements Delta {

    @Override
    public int bound() {
      return outer.bound() * inner.bound();
    }

    @Override
    public int rows() {
      return outer.rows() * inner.rows();
    }

    @Override
    public int columns() {
      return outer.columns() * inner.columns();
    }

    @Override
    public double[] row(int row) {
      double[] outerRow = outer.row(row / inner.rows());
      double[] innerRow = inner.row(row % inner.rows());
      return products(outerRow, innerRow);
    }

    private static double[] products(double[] a, double[] b) {
      double[] products = new double[Math.multiplyExact(a.length, b.length)];
      for (int i = 0; i < products.length; i++) {
        products[i] = a[i / b.length] * b[i % b.length];
      }
      return products;
    }

    @Override
    public double[] singularValues() {
      double[] ascending = products(outer.singularValues(), inner.singularValues());
      Arrays.sort(ascending);
      double[] descending = new double[ascending.length];
      Arrays.setAll(descending, i -> ascending[ascending.length - 1 - i]);
      return descending;
    }

    @Override
    public double norm() {
      return outer.norm() * inner.norm();
    }

    @Override
    public double factorNorm() {
      return outer.factorNorm() * inner.factorNorm();
    }
  }

  /// A matrix as it is stored.
  record Whole(Matrix matrix) implements Delta {

    @Override
    public int bound() {
      return Math.min(rows(), columns());
    }

    @Override
    public int rows() {
      return matrix.rows();
    }

    @Override
    public int columns() {
      return matrix.columns();
    }

    @Override
    public double[] row(int row) {
      return matrix.row(row);
    }

    @Override
    public double[] singularValues() {
      return matrix.singularValues();
    }

    @Override
    public double norm() {
      return matrix.norm();
    }

    @Override
    public double factorNorm() {
      return matrix.norm();
    }
  }

  /// The sum of the products of the elements of two of one size.
  static double inner(Delta a, Delta b) {
    if (a instanceof LowRank(var upA, var downA, _)
        && b instanceof LowRank(var upB, var downB, _)) {
      Matrix ups = upA.transposedTimes(upB);
      Matrix downs = downA.times(downB.transposed());
      return dot(ups.values(), downs.values());
    }
    double sum = 0;
    for (int row = 0; row < a.rows(); row++) {
      sum += dot(a.row(row), b.row(row));
    }
    return sum;
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum = Math.fma(a[i], b[i], sum);
    }
    return sum;
  }
}
