package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// A matrix of finite numbers. Immutable.
///
/// @param values the numbers in row-major order, not copied
record Matrix(int rows, int columns, double[] values) implements Delta {

  private static final double EPSILON = 0x1p-53;

  /// The maximum length of an array in common virtual machines.
  private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

  /// The number of rows transposed at a time, limited by the cache.
  private static final int BLOCK = 16;

  /// The maximum number of iterations. Convergence is cubic, so two or three usually suffice.
  private static final int MAX_ROUNDS = 100;

  /// The limits within which squares have full precision.
  private static final double MIN_SQUARE = 0x1p-900;

  private static final double MAX_SQUARE = 0x1p1000;

  @Override
  public double[] row(int row) {
    return Arrays.copyOfRange(values, row * columns, (row + 1) * columns);
  }

  @Override
  public Matrix transposed() {
    double[] turned = new double[values.length];
    for (int begin = 0; begin < columns; begin += BLOCK) {
      int end = Math.min(begin + BLOCK, columns);
      for (int row = 0; row < rows; row++) {
        for (int column = begin; column < end; column++) {
          turned[column * rows + row] = values[row * columns + column];
        }
      }
    }
    return new Matrix(columns, rows, turned);
  }

  Matrix times(Matrix other) {
    return transposed().transposedTimes(other);
  }

  Matrix transposedTimes(Matrix other) {
    return joined(ColumnProducts.of(this, other), other.columns);
  }

  @Override
  public double norm() {
    return norm(values);
  }

  @Override
  public double factorNorm() {
    return norm();
  }

  static double norm(double[] vector) {
    double square = dot(vector, vector, 0);
    if (square > MIN_SQUARE && square < MAX_SQUARE) {
      return Math.sqrt(square);
    }
    double largest = largest(vector);
    if (largest == 0 || !Double.isFinite(largest)) {
      return largest;
    }
    double sum = 0;
    for (double value : vector) {
      sum += value / largest * (value / largest);
    }
    return largest * Math.sqrt(sum);
  }

  private static double largest(double[] vector) {
    double largest = 0;
    for (double value : vector) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }

  /// Returns the triangular factor of the QR decomposition, which has the same singular values.
  Matrix triangle() {
    double[][] turned = columns(this);
    double[] diagonal = new double[columns];
    for (int k = 0; k < columns; k++) {
      diagonal[k] = reflect(turned, k, k);
    }
    double[] triangle = new double[length(columns, columns)];
    for (int column = 0; column < columns; column++) {
      for (int row = 0; row < column; row++) {
        triangle[row * columns + column] = turned[column][row];
      }
      triangle[column * columns + column] = diagonal[column];
    }
    return new Matrix(columns, columns, triangle);
  }

  /// Much faster than [#triangle], but small singular values lose half of their digits.
  Matrix gram() {
    return transposedTimes(this);
  }

  /// Returns the number of values of a matrix.
  ///
  /// @throws OutOfMemoryError if no array has this length
  static int length(int rows, int columns) {
    long length = (long) rows * columns;
    if (length > MAX_LENGTH) {
      throw new OutOfMemoryError("a matrix of %d × %d".formatted(rows, columns));
    }
    return (int) length;
  }

  private static Matrix joined(double[][] rows, int columns) {
    double[] values = new double[length(rows.length, columns)];
    for (int row = 0; row < rows.length; row++) {
      System.arraycopy(rows[row], 0, values, row * columns, columns);
    }
    return new Matrix(rows.length, columns, values);
  }

  /// Returns the Cholesky factor, or empty if rounding makes the decomposition impossible.
  Optional<Matrix> choleskyFactor() {
    double[][] root = new double[rows][];
    Arrays.setAll(root, this::row);
    for (int k = 0; k < columns; k++) {
      Cancellation.ofThread().check();
      double[] pivots = root[k];
      double pivot = Math.sqrt(pivots[k]);
      if (!(pivot > 0)) {
        return Optional.empty();
      }
      Arrays.fill(pivots, 0, k, 0);
      for (int j = k; j < columns; j++) {
        pivots[j] /= pivot;
      }
      for (int i = k + 1; i < columns; i++) {
        add(root[i], pivots, -pivots[i], i);
      }
    }
    return Optional.of(joined(root, columns));
  }

  /// Returns an upper bound of the singular values of a symmetric matrix.
  double largestRowSum() {
    double largest = 0;
    for (int row = 0; row < rows; row++) {
      double sum = 0;
      for (int column = 0; column < columns; column++) {
        sum += Math.abs(values[row * columns + column]);
      }
      largest = Math.max(largest, sum);
    }
    return largest;
  }

  private static double[][] columns(Matrix matrix) {
    Matrix transposed = matrix.transposed();
    double[][] columns = new double[matrix.columns][];
    Arrays.setAll(columns, transposed::row);
    return columns;
  }

  /// Makes a column zero below a row, and returns the remaining element of the column.
  private static double reflect(double[][] columns, int column, int row) {
    Cancellation.ofThread().check();
    double[] axis = columns[column];
    double norm = Math.sqrt(dot(axis, axis, row));
    if (norm == 0) {
      return 0;
    }
    double left = axis[row] > 0 ? -norm : norm;
    axis[row] -= left;
    // Half of the squared length of the reflection vector.
    double scale = -left * axis[row];
    for (int other = column + 1; other < columns.length; other++) {
      add(columns[other], axis, -(dot(axis, columns[other], row) / scale), row);
    }
    return left;
  }

  static void add(double[] target, double[] vector, double factor, int begin) {
    for (int i = begin; i < target.length; i++) {
      target[i] = Math.fma(factor, vector[i], target[i]);
    }
  }

  static double dot(double[] a, double[] b, int begin) {
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    int i = begin;
    // Four independent sums, because each addition would otherwise wait for the previous one.
    for (; i + 3 < a.length; i += 4) {
      sum0 = Math.fma(a[i], b[i], sum0);
      sum1 = Math.fma(a[i + 1], b[i + 1], sum1);
      sum2 = Math.fma(a[i + 2], b[i + 2], sum2);
      sum3 = Math.fma(a[i + 3], b[i + 3], sum3);
    }
    for (; i < a.length; i++) {
      sum0 = Math.fma(a[i], b[i], sum0);
    }
    return sum0 + sum1 + (sum2 + sum3);
  }

  /// Returns the singular values in descending order, with errors relative to the largest one.
  @Override
  public double[] singularValues() {
    if (rows < columns) {
      return transposed().singularValues();
    }
    double largest = largest(values);
    if (largest == 0) {
      return new double[columns];
    }
    double[] scaled = Arrays.stream(values).map(value -> value / largest).toArray();
    Matrix unit = new Matrix(rows, columns, scaled);
    double[] singularValues = unit.bidiagonal(rows > 2 * columns ? unit.triangle() : unit);
    for (int i = 0; i < singularValues.length; i++) {
      singularValues[i] *= largest;
    }
    return singularValues;
  }

  private double[] bidiagonal(Matrix matrix) {
    double[][] turned = columns(matrix);
    // Both diagonals, interleaved. The symmetric tridiagonal matrix with these off-diagonal
    // elements and a zero diagonal has the singular values and their negatives as eigenvalues.
    double[] offDiagonal = new double[2 * columns];
    for (int k = 0; k < columns; k++) {
      offDiagonal[2 * k] = reflect(turned, k, k);
      if (k + 1 < columns) {
        offDiagonal[2 * k + 1] = reflectRow(turned, k);
      }
    }
    double[] eigenvalues = eigenvalues(offDiagonal);
    double[] descending = new double[columns];
    for (int i = 0; i < columns; i++) {
      descending[i] = Math.max(0, eigenvalues[2 * columns - 1 - i]);
    }
    return descending;
  }

  /// Makes a row zero after the superdiagonal, and returns the remaining element.
  private static double reflectRow(double[][] columns, int row) {
    int first = row + 1;
    double square = 0;
    for (int column = first; column < columns.length; column++) {
      square = Math.fma(columns[column][row], columns[column][row], square);
    }
    double norm = Math.sqrt(square);
    if (norm == 0) {
      return 0;
    }
    double left = columns[first][row] > 0 ? -norm : norm;
    columns[first][row] -= left;
    double scale = -left * columns[first][row];
    double[] sums = new double[columns[first].length];
    for (int column = first; column < columns.length; column++) {
      add(sums, columns[column], columns[column][row] / scale, first);
    }
    for (int column = first; column < columns.length; column++) {
      add(columns[column], sums, -columns[column][row], first);
    }
    return left;
  }

  /// Uses the implicit QL algorithm for a symmetric tridiagonal matrix with a zero diagonal.
  ///
  /// @param offDiagonal the off-diagonal elements, followed by one unused element; overwritten
  private static double[] eigenvalues(double[] offDiagonal) {
    int count = offDiagonal.length;
    double[] diagonal = new double[count];
    offDiagonal[count - 1] = 0;
    double small = 0;
    for (double value : offDiagonal) {
      small = Math.max(small, Math.abs(value) * EPSILON);
    }
    for (int first = 0; first < count; first++) {
      int last = end(offDiagonal, first, small);
      for (int round = 0; last > first; round++) {
        if (round == MAX_ROUNDS) {
          throw new ArithmeticException("no convergence");
        }
        qlStep(diagonal, offDiagonal, first, last);
        last = end(offDiagonal, first, small);
      }
    }
    Arrays.sort(diagonal);
    return diagonal;
  }

  private static int end(double[] offDiagonal, int first, double small) {
    int last = first;
    while (Math.abs(offDiagonal[last]) > small) {
      last++;
    }
    return last;
  }

  private static void qlStep(double[] diagonal, double[] offDiagonal, int first, int last) {
    double half = (diagonal[first + 1] - diagonal[first]) / (2 * offDiagonal[first]);
    double root = Math.sqrt(half * half + 1);
    double shift = diagonal[first] - offDiagonal[first] / (half + Math.copySign(root, half));
    double rest = diagonal[last] - shift;
    double sine = 1;
    double cosine = 1;
    double moved = 0;
    for (int i = last - 1; i >= first; i--) {
      double opposite = sine * offDiagonal[i];
      double adjacent = cosine * offDiagonal[i];
      double radius = Math.sqrt(opposite * opposite + rest * rest);
      offDiagonal[i + 1] = radius;
      if (radius == 0) {
        diagonal[i + 1] -= moved;
        offDiagonal[last] = 0;
        return;
      }
      sine = opposite / radius;
      cosine = rest / radius;
      double shifted = diagonal[i + 1] - moved;
      double turned = (diagonal[i] - shifted) * sine + 2 * cosine * adjacent;
      moved = sine * turned;
      diagonal[i + 1] = shifted + moved;
      rest = cosine * turned - adjacent;
    }
    diagonal[first] -= moved;
    offDiagonal[first] = rest;
    offDiagonal[last] = 0;
  }
}
