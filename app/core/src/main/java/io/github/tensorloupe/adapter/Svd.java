package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// The largest singular values of a matrix and their vectors. Immutable.
///
/// @param left rows × count, with orthonormal columns
/// @param values the singular values in descending order
/// @param right columns × count, with orthonormal columns
record Svd(Matrix left, double[] values, Matrix right) {

  /// The largest number of columns that is decomposed completely. Of larger matrices, only the
  /// requested singular values are computed.
  private static final int MAX_COMPLETE = 512;

  /// The number of additional vectors of an iteration, which makes it converge faster.
  private static final int EXTRA = 16;

  private static final int MAX_ROUNDS = 60;
  private static final double CONVERGED = 1e-12;
  private static final double ORTHOGONAL = 1e-15;
  private static final long SEED = 0x5eed;

  /// Decomposes a delta.
  ///
  /// @param count the number of requested singular values, at least 1; more may be returned
  static Svd of(Delta delta, int count, Cancellation cancellation) {
    return switch (delta) {
      case Matrix matrix -> of(matrix, count, cancellation);
      case Delta.LowRank(Matrix up, Matrix down, _) -> ofProduct(up, down, count, cancellation);
      case Delta.Hadamard product -> of(product.product(), count, cancellation);
      case Delta.Kronecker(Delta outer, Delta inner) ->
          ofKronecker(of(outer, count, cancellation), of(inner, count, cancellation), count);
      case Delta.Experts _ -> throw new IllegalArgumentException("several matrices");
    };
  }

  private static Svd ofProduct(Matrix up, Matrix down, int count, Cancellation cancellation) {
    Matrix turned = down.transposed();
    if (up.columns() >= Math.min(up.rows(), turned.rows())) {
      return of(up.times(down), count, cancellation);
    }
    Basis left = Basis.of(cancellation, up);
    Basis right = Basis.of(cancellation, turned);
    Svd core = of(left.triangle.times(right.triangle.transposed()), count, cancellation);
    return new Svd(left.columns.times(core.left), core.values, right.columns.times(core.right));
  }

  /// The singular values of a Kronecker product are the products of the singular values.
  private static Svd ofKronecker(Svd outer, Svd inner, int count) {
    int innerCount = inner.values.length;
    double[] products = new double[outer.values.length * innerCount];
    for (int i = 0; i < products.length; i++) {
      products[i] = outer.values[i / innerCount] * inner.values[i % innerCount];
    }
    int[] order = descending(products);
    int length = Math.min(count, order.length);
    double[][] left = new double[length][];
    double[][] right = new double[length][];
    double[] values = new double[length];
    double[][] outerLeft = columns(outer.left);
    double[][] innerLeft = columns(inner.left);
    double[][] outerRight = columns(outer.right);
    double[][] innerRight = columns(inner.right);
    for (int i = 0; i < length; i++) {
      int first = order[i] / innerCount;
      int second = order[i] % innerCount;
      values[i] = products[order[i]];
      left[i] = Delta.Kronecker.products(outerLeft[first], innerLeft[second]);
      right[i] = Delta.Kronecker.products(outerRight[first], innerRight[second]);
    }
    return new Svd(matrix(left), values, matrix(right));
  }

  private static Svd of(Matrix matrix, int count, Cancellation cancellation) {
    if (matrix.rows() < matrix.columns()) {
      Svd turned = of(matrix.transposed(), count, cancellation);
      return new Svd(turned.right, turned.values, turned.left);
    }
    if (matrix.columns() <= MAX_COMPLETE || 2 * (count + EXTRA) > matrix.columns()) {
      Basis basis = Basis.of(cancellation, matrix);
      Svd core = jacobi(basis.triangle, cancellation);
      return new Svd(basis.columns.times(core.left), core.values, core.right);
    }
    return largest(matrix, count + EXTRA, cancellation);
  }

  /// Computes the largest singular values by subspace iteration.
  private static Svd largest(Matrix matrix, int count, Cancellation cancellation) {
    Random random = new Random(SEED);
    double[] start = random.doubles((long) matrix.columns() * count, -1, 1).toArray();
    Matrix turned = matrix.transposed();
    Matrix right = Basis.of(cancellation, new Matrix(matrix.columns(), count, start)).columns;
    double[] before = new double[count];
    for (int round = 0; ; round++) {
      cancellation.check();
      Basis left = Basis.of(cancellation, turned.transposedTimes(right));
      Matrix projected = matrix.transposedTimes(left.columns);
      Svd svd = ofProjection(left.columns, projected, cancellation);
      double change = 0;
      for (int i = 0; i < count - EXTRA; i++) {
        change = Math.max(change, Math.abs(svd.values[i] - before[i]));
      }
      if (change <= CONVERGED * svd.values[0] || round == MAX_ROUNDS) {
        return svd;
      }
      before = svd.values;
      right = Basis.of(cancellation, projected).columns;
    }
  }

  private static Svd ofProjection(Matrix left, Matrix projected, Cancellation cancellation) {
    Basis basis = Basis.of(cancellation, projected);
    Svd core = jacobi(basis.triangle, cancellation);
    return new Svd(left.times(core.right), core.values, basis.columns.times(core.left));
  }

  /// Decomposes a square matrix by rotations of pairs of columns (Hestenes).
  private static Svd jacobi(Matrix square, Cancellation cancellation) {
    double[][] turned = columns(square);
    int count = turned.length;
    double[][] rotations = new double[count][count];
    for (int i = 0; i < count; i++) {
      rotations[i][i] = 1;
    }
    boolean isRotated = true;
    for (int round = 0; isRotated && round < MAX_ROUNDS; round++) {
      isRotated = false;
      for (int i = 0; i < count; i++) {
        cancellation.check();
        for (int j = i + 1; j < count; j++) {
          isRotated |= rotate(turned, rotations, i, j);
        }
      }
    }
    double[] norms = Arrays.stream(turned).mapToDouble(Matrix::norm).toArray();
    int[] order = descending(norms);
    double[][] left = new double[count][];
    double[][] right = new double[count][];
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      double norm = norms[order[i]];
      values[i] = norm;
      left[i] = Arrays.stream(turned[order[i]]).map(x -> norm == 0 ? 0 : x / norm).toArray();
      right[i] = rotations[order[i]];
    }
    return new Svd(matrix(left), values, matrix(right));
  }

  /// Rotates two columns so that they are orthogonal. Returns false if they already are.
  private static boolean rotate(double[][] columns, double[][] rotations, int i, int j) {
    double squareI = Matrix.dot(columns[i], columns[i], 0);
    double squareJ = Matrix.dot(columns[j], columns[j], 0);
    double inner = Matrix.dot(columns[i], columns[j], 0);
    if (Math.abs(inner) <= ORTHOGONAL * Math.sqrt(squareI * squareJ) || inner == 0) {
      return false;
    }
    double half = (squareJ - squareI) / (2 * inner);
    double tangent = Math.copySign(1 / (Math.abs(half) + Math.hypot(1, half)), half);
    double cosine = 1 / Math.hypot(1, tangent);
    double sine = cosine * tangent;
    turn(columns[i], columns[j], cosine, sine);
    turn(rotations[i], rotations[j], cosine, sine);
    return true;
  }

  private static void turn(double[] a, double[] b, double cosine, double sine) {
    for (int i = 0; i < a.length; i++) {
      double before = a[i];
      a[i] = cosine * before - sine * b[i];
      b[i] = sine * before + cosine * b[i];
    }
  }

  private static int[] descending(double[] values) {
    return IntStream.range(0, values.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> values[i]).reversed())
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static double[][] columns(Matrix matrix) {
    Matrix turned = matrix.transposed();
    double[][] columns = new double[matrix.columns()][];
    Arrays.setAll(columns, turned::row);
    return columns;
  }

  private static Matrix matrix(double[][] columns) {
    int length = columns.length == 0 ? 0 : columns[0].length;
    double[] values = new double[Matrix.length(columns.length, length)];
    for (int i = 0; i < columns.length; i++) {
      System.arraycopy(columns[i], 0, values, i * length, length);
    }
    return new Matrix(columns.length, length, values).transposed();
  }

  /// Orthonormal columns with the same span as a matrix, and the triangle that restores it. A
  /// column that depends on earlier ones is zero.
  private record Basis(Matrix columns, Matrix triangle) {

    private static final double DEPENDENT = 1e-14;

    static Basis of(Cancellation cancellation, Matrix matrix) {
      double[][] columns = Svd.columns(matrix);
      int count = columns.length;
      double[] triangle = new double[Matrix.length(count, count)];
      for (int j = 0; j < count; j++) {
        cancellation.check();
        double norm = Matrix.norm(columns[j]);
        // Repeated, because rounding errors would otherwise leave a component of other columns.
        for (int pass = 0; pass < 2; pass++) {
          for (int i = 0; i < j; i++) {
            double inner = Matrix.dot(columns[i], columns[j], 0);
            triangle[i * count + j] += inner;
            Matrix.add(columns[j], columns[i], -inner, 0);
          }
        }
        double rest = Matrix.norm(columns[j]);
        boolean isDependent = rest <= DEPENDENT * norm;
        triangle[j * count + j] = isDependent ? 0 : rest;
        double[] column = columns[j];
        Arrays.setAll(column, i -> isDependent ? 0 : column[i] / rest);
      }
      return new Basis(matrix(columns), new Matrix(count, count, triangle));
    }
  }
}
