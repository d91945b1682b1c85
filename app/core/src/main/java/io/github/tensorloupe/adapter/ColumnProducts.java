package io.github.tensorloupe.adapter;

import module java.base;

/// Computes the inner products of the columns of two matrices. Optimized, because this dominates
/// the work on factors.
///
/// The compiler vectorizes a loop only if it can prove that writes do not affect later reads.
/// Therefore each row is a separate array, and all arrays are accessed at the same index.
final class ColumnProducts {

  /// The number of rows that fit into the first-level cache.
  private static final int STRIP = 16;

  private ColumnProducts() {}

  /// Returns the inner products of all columns of two matrices with equally many rows. Twice as
  /// fast if both are the same object.
  static double[][] of(Matrix a, Matrix b) {
    double[][] sums = new double[a.columns()][b.columns()];
    boolean isSymmetric = a == b;
    for (int row = 0; row < a.rows(); row += STRIP) {
      double[][] stripA = strip(a, row);
      double[][] stripB = isSymmetric ? stripA : strip(b, row);
      for (int column = 0; column < sums.length; column += 2) {
        for (int i = 0; i < stripA.length; i += 4) {
          add(sums, stripA, stripB, i, column, isSymmetric ? column : 0);
        }
      }
    }
    for (int i = 0; isSymmetric && i < sums.length; i++) {
      for (int j = 0; j < i; j++) {
        sums[i][j] = sums[j][i];
      }
    }
    return sums;
  }

  /// Returns the next rows, padded with zero rows to a multiple of four.
  private static double[][] strip(Matrix matrix, int first) {
    int count = Math.min(STRIP, matrix.rows() - first);
    double[][] strip = new double[Math.ceilDiv(count, 4) * 4][];
    Arrays.setAll(strip, i -> i < count ? matrix.row(first + i) : new double[matrix.columns()]);
    return strip;
  }

  /// Adds the products of four rows for two columns. Four rows use all registers, so that
  /// multiplications outnumber memory accesses.
  ///
  /// @param first the first column of `b`
  private static void add(
      double[][] sums, double[][] a, double[][] b, int row, int column, int first) {
    // If the number of columns is odd, the last column is computed twice.
    int next = Math.min(column + 1, sums.length - 1);
    double a0 = a[row][column];
    double a1 = a[row + 1][column];
    double a2 = a[row + 2][column];
    double a3 = a[row + 3][column];
    double next0 = a[row][next];
    double next1 = a[row + 1][next];
    double next2 = a[row + 2][next];
    double next3 = a[row + 3][next];
    double[] b0 = b[row];
    double[] b1 = b[row + 1];
    double[] b2 = b[row + 2];
    double[] b3 = b[row + 3];
    double[] own = sums[column];
    double[] below = sums[next];
    for (int i = first; i < own.length; i++) {
      double v0 = b0[i];
      double v1 = b1[i];
      double v2 = b2[i];
      double v3 = b3[i];
      // Both sums are computed before they are written, because `own` and `below` may be one array.
      double sum = Math.fma(a3, v3, Math.fma(a2, v2, Math.fma(a1, v1, Math.fma(a0, v0, own[i]))));
      double nextSum =
          Math.fma(
              next3, v3, Math.fma(next2, v2, Math.fma(next1, v1, Math.fma(next0, v0, below[i]))));
      own[i] = sum;
      below[i] = nextSum;
    }
  }
}
