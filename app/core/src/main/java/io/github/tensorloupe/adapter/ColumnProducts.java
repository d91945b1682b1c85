package io.github.tensorloupe.adapter;

import module java.base;

/// The products of the columns of two matrices: most of the work on factors, so that it is written
/// for the processor.
///
/// Sums of several neighbors are computed in one step only where all arrays are read and written at
/// one and the same index, for the compiler must know that no write changes what is read next. So
/// each row is an array of its own here.
final class ColumnProducts {

  /// So many rows of usual length are in the nearest cache together.
  private static final int STRIP = 16;

  private final double[][] sums;

  /// True if only those from the diagonal on are summed up.
  private final boolean isUpper;

  private ColumnProducts(double[][] sums, boolean isUpper) {
    this.sums = sums;
    this.isUpper = isUpper;
  }

  /// The products of all columns of a matrix with all of another one of as many rows; with itself
  /// in half of the time.
  static double[][] of(Matrix a, Matrix b) {
    ColumnProducts products = new ColumnProducts(new double[a.columns()][b.columns()], a == b);
    for (int row = 0; row < a.rows(); row += STRIP) {
      double[][] strip = strip(a, row);
      products.addStrip(strip, a == b ? strip : strip(b, row));
    }
    if (products.isUpper) {
      products.mirror();
    }
    return products.sums;
  }

  /// The next rows, with zeros behind the last up to a multiple of four.
  private static double[][] strip(Matrix matrix, int first) {
    int count = Math.min(STRIP, matrix.rows() - first);
    double[][] strip = new double[Math.ceilDiv(count, 4) * 4][];
    Arrays.setAll(strip, i -> i < count ? matrix.row(first + i) : new double[matrix.columns()]);
    return strip;
  }

  private void addStrip(double[][] a, double[][] b) {
    for (int column = 0; column < sums.length; column += 2) {
      for (int row = 0; row < a.length; row += 4) {
        add(a, b, row, column);
      }
    }
  }

  private void mirror() {
    for (int i = 0; i < sums.length; i++) {
      for (int j = 0; j < i; j++) {
        sums[i][j] = sums[j][i];
      }
    }
  }

  /// Adds the products of four rows, for two columns at a time: so more is multiplied than loaded
  /// and stored, with as many numbers as there are registers for.
  private void add(double[][] a, double[][] b, int row, int column) {
    // The last of an odd number of columns is its own neighbor, and has the same sums twice.
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
    for (int i = isUpper ? column : 0; i < own.length; i++) {
      double v0 = b0[i];
      double v1 = b1[i];
      double v2 = b2[i];
      double v3 = b3[i];
      // Both before either is written, for they may be the same.
      double sum = Math.fma(a3, v3, Math.fma(a2, v2, Math.fma(a1, v1, Math.fma(a0, v0, own[i]))));
      double nextSum =
          Math.fma(
              next3, v3, Math.fma(next2, v2, Math.fma(next1, v1, Math.fma(next0, v0, below[i]))));
      own[i] = sum;
      below[i] = nextSum;
    }
  }
}
