package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// The unscaled change of a weight by a module, as a matrix with one row per output. Stored as
/// factors if they are smaller than the matrix.
sealed interface Delta
    permits Delta.LowRank, Delta.Hadamard, Delta.Kronecker, Delta.Experts, Matrix {

  /// The maximum rank of which all singular values are computed. The time grows with the cube.
  int MAX_SPECTRUM = 1024;

  int rows();

  int columns();

  /// Returns the maximum number of nonzero singular values.
  default int maxRank() {
    return Math.min(rows(), columns());
  }

  /// Returns false if computing the singular values takes too long.
  default boolean hasSpectrum() {
    return maxRank() <= MAX_SPECTRUM;
  }

  double[] row(int row);

  /// Returns the change of the transposed weight.
  Delta transposed();

  /// Returns the singular values in descending order, except zeros that the rank implies.
  double[] singularValues();

  double norm();

  /// Returns the product of the norms of all factors. A delta norm far below it is a rounding
  /// error.
  double factorNorm();

  /// @param up outputs × rank
  /// @param down rank × inputs
  /// @param factorNorm the product of the norms of the factors in the file
  record LowRank(Matrix up, Matrix down, double factorNorm) implements Delta {

    /// The minimum ratio of the smallest to the largest singular value. Above it, singular values
    /// computed as square roots have 10 correct digits relative to the largest.
    private static final double MIN_SHARE = 1e-5;

    static LowRank of(Matrix up, Matrix down) {
      return new LowRank(up, down, up.norm() * down.norm());
    }

    @Override
    public LowRank transposed() {
      return new LowRank(down.transposed(), up.transposed(), factorNorm);
    }

    LowRank plus(double scale, LowRank other, double otherScale) {
      int ownRank = up.columns();
      int rank = ownRank + other.up.columns();
      double[] ups = new double[Matrix.length(rows(), rank)];
      for (int i = 0; i < ups.length; i++) {
        int row = i / rank;
        int column = i % rank;
        ups[i] =
            column < ownRank
                ? scale * up.values()[row * ownRank + column]
                : otherScale * other.up.values()[row * (rank - ownRank) + column - ownRank];
      }
      double[] downs = Arrays.copyOf(down.values(), Matrix.length(rank, columns()));
      System.arraycopy(
          other.down.values(), 0, downs, down.values().length, other.down.values().length);
      return of(new Matrix(rows(), rank, ups), new Matrix(rank, columns(), downs));
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
      // A copy, so that the loop accesses both arrays at the same index and is vectorized.
      double[] addends = new double[sums.length];
      for (int i = 0; i < up.columns(); i++) {
        System.arraycopy(down.values(), i * addends.length, addends, 0, addends.length);
        Matrix.add(sums, addends, up.values()[row * up.columns() + i], 0);
      }
      return sums;
    }

    @Override
    public double[] singularValues() {
      Matrix transposed = down.transposed();
      return fromGramMatrices(transposed).orElseGet(() -> fromTriangles(transposed));
    }

    /// Returns empty if displayed digits would be lost.
    private Optional<double[]> fromGramMatrices(Matrix transposed) {
      if (up.rows() < up.columns() || transposed.rows() < transposed.columns()) {
        return Optional.empty();
      }
      Matrix ups = up.gram();
      Matrix downs = transposed.gram();
      return ups.choleskyFactor()
          .flatMap(left -> downs.choleskyFactor().map(right -> left.times(right.transposed())))
          .map(Matrix::singularValues)
          // Limits the rounding errors of the squares.
          .filter(
              values ->
                  values[0] * values[values.length - 1]
                      > MIN_SHARE * ups.largestRowSum() * downs.largestRowSum());
    }

    private double[] fromTriangles(Matrix transposed) {
      Matrix left = up.rows() > up.columns() ? up.triangle() : up;
      Matrix right = transposed.rows() > transposed.columns() ? transposed.triangle() : transposed;
      return Arrays.copyOf(left.times(right.transposed()).singularValues(), maxRank());
    }

    @Override
    public int maxRank() {
      return Math.min(up.columns(), Math.min(rows(), columns()));
    }

    @Override
    public double norm() {
      return hasSpectrum() ? Matrix.norm(singularValues()) : normOfRows(this);
    }
  }

  /// The product of the elements of two changes. Its rank is up to the product of their ranks.
  record Hadamard(LowRank a, LowRank b) implements Delta {

    /// Factors of more than this share of the maximum rank take longer than the matrix.
    private static final int MAX_FACTORED_SHARE = 4;

    /// Returns factors, or the matrix if the rank is large.
    Delta product() {
      if ((long) MAX_FACTORED_SHARE * a.maxRank() * b.maxRank() < Math.min(rows(), columns())) {
        Matrix up = products(a.up, b.up);
        Matrix down = products(a.down.transposed(), b.down.transposed()).transposed();
        return new LowRank(up, down, factorNorm());
      }
      double[] values = new double[Matrix.length(rows(), columns())];
      for (int row = 0; row < rows(); row++) {
        Cancellation.ofThread().check();
        System.arraycopy(row(row), 0, values, row * columns(), columns());
      }
      return new Matrix(rows(), columns(), values);
    }

    private static Matrix products(Matrix a, Matrix b) {
      double[] products = new double[Matrix.length(a.values().length, b.columns())];
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
    public int rows() {
      return a.rows();
    }

    @Override
    public int columns() {
      return a.columns();
    }

    @Override
    public double[] row(int row) {
      double[] values = a.row(row);
      double[] others = b.row(row);
      Arrays.setAll(values, i -> values[i] * others[i]);
      return values;
    }

    @Override
    public Hadamard transposed() {
      return new Hadamard(a.transposed(), b.transposed());
    }

    @Override
    public int maxRank() {
      long product = (long) a.maxRank() * b.maxRank();
      return (int) Math.min(product, Math.min(rows(), columns()));
    }

    @Override
    public double[] singularValues() {
      return Arrays.copyOf(product().singularValues(), maxRank());
    }

    @Override
    public double norm() {
      return normOfRows(this);
    }

    @Override
    public double factorNorm() {
      return a.factorNorm * b.factorNorm;
    }
  }

  record Kronecker(Delta outer, Delta inner) implements Delta {

    @Override
    public Kronecker transposed() {
      return new Kronecker(outer.transposed(), inner.transposed());
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

    static double[] products(double[] a, double[] b) {
      double[] products = new double[Matrix.length(a.length, b.length)];
      for (int i = 0; i < products.length; i++) {
        products[i] = a[i / b.length] * b[i % b.length];
      }
      return products;
    }

    @Override
    public double[] singularValues() {
      double[] values = products(outer.singularValues(), inner.singularValues());
      // Negated twice, to sort in descending order.
      return Arrays.stream(values).map(value -> -value).sorted().map(value -> -value).toArray();
    }

    @Override
    public boolean hasSpectrum() {
      return outer.hasSpectrum() && inner.hasSpectrum();
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

  /// The changes of fused experts, one below the other.
  ///
  /// @param changes the changes of the experts, in order
  record Experts(List<LowRank> changes) implements Delta {

    /// Returns the changes of the experts, each transposed.
    @Override
    public Experts transposed() {
      return new Experts(changes.stream().map(LowRank::transposed).toList());
    }

    /// Splits the factors that PEFT stores for all experts: in the input factor, the rows of an
    /// expert are adjacent, and in the output factor, adjacent columns belong to different experts.
    static Experts of(LowRank all, int count) {
      int rank = all.up.columns() / count;
      List<LowRank> changes = new ArrayList<>();
      for (int expert = 0; expert < count; expert++) {
        double[] ups = new double[Matrix.length(all.rows(), rank)];
        for (int i = 0; i < ups.length; i++) {
          int column = i % rank * count + expert;
          ups[i] = all.up.values()[i / rank * all.up.columns() + column];
        }
        int begin = expert * rank * all.columns();
        double[] downs = Arrays.copyOfRange(all.down.values(), begin, begin + rank * all.columns());
        Matrix up = new Matrix(all.rows(), rank, ups);
        changes.add(LowRank.of(up, new Matrix(rank, all.columns(), downs)));
      }
      return new Experts(List.copyOf(changes));
    }

    @Override
    public int rows() {
      return changes.size() * changes.getFirst().rows();
    }

    @Override
    public int columns() {
      return changes.getFirst().columns();
    }

    @Override
    public double[] row(int row) {
      int rows = changes.getFirst().rows();
      return changes.get(row / rows).row(row % rows);
    }

    /// Returns the singular values of all experts.
    @Override
    public double[] singularValues() {
      return changes.stream()
          .flatMapToDouble(change -> Arrays.stream(change.singularValues()))
          .map(value -> -value)
          .sorted()
          .map(value -> -value)
          .toArray();
    }

    @Override
    public double norm() {
      return Matrix.norm(changes.stream().mapToDouble(Delta::norm).toArray());
    }

    @Override
    public double factorNorm() {
      return Matrix.norm(changes.stream().mapToDouble(Delta::factorNorm).toArray());
    }
  }

  /// Returns the norm without all elements in memory.
  private static double normOfRows(Delta delta) {
    double[] norms = new double[delta.rows()];
    for (int row = 0; row < norms.length; row++) {
      Cancellation.ofThread().check();
      norms[row] = Matrix.norm(delta.row(row));
    }
    return Matrix.norm(norms);
  }

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
