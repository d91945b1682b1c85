package io.github.tensorloupe.adapter;

import module java.base;

/// The inner products of the columns of two matrices. Optimized, because this dominates the work on
/// factors.
///
/// The compiler vectorizes a loop only if it can prove that writes do not affect later reads.
/// Therefore each row is a separate array, and all arrays are accessed at the same index.
final class ColumnProducts {

  /// The number of rows per step, so few that the first-level cache holds them.
  private static final int STRIP_ROWS = 16;

  private ColumnProducts() {}

  static double[][] of(Matrix a, Matrix b) {
    double[][] sums = new double[a.columns()][b.columns()];
    boolean isSymmetric = a == b;
    for (int row = 0; row < a.rows(); row += STRIP_ROWS) {
      double[][] stripA = strip(a, row);
      double[][] stripB = isSymmetric ? stripA : strip(b, row);
      for (int column = 0; column < sums.length; column++) {
        for (int i = 0; i < stripA.length; i += 4) {
          add(sums[column], stripA, stripB, i, column, isSymmetric ? column : 0);
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
    int count = Math.min(STRIP_ROWS, matrix.rows() - first);
    double[][] strip = new double[Math.ceilDiv(count, 4) * 4][];
    Arrays.setAll(strip, i -> i < count ? matrix.row(first + i) : new double[matrix.columns()]);
    return strip;
  }

  private static void add(
      double[] sums, double[][] a, double[][] b, int row, int column, int first) {
    double a0 = a[row][column];
    double a1 = a[row + 1][column];
    double a2 = a[row + 2][column];
    double a3 = a[row + 3][column];
    double[] b0 = b[row];
    double[] b1 = b[row + 1];
    double[] b2 = b[row + 2];
    double[] b3 = b[row + 3];
    for (int i = first; i < sums.length; i++) {
      sums[i] =
          Math.fma(
              a3, b3[i], Math.fma(a2, b2[i], Math.fma(a1, b1[i], Math.fma(a0, b0[i], sums[i]))));
    }
  }
}
