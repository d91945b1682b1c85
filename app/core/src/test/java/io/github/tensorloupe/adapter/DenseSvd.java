package io.github.tensorloupe.adapter;

import java.util.Arrays;
import java.util.Comparator;

/// Singular values and vectors of dense matrices, computed by the one-sided Jacobi method.
final class DenseSvd {

  private DenseSvd() {}

  /// @param columns the columns of the matrix; not modified
  static double[] singularValues(double[][] columns) {
    return Arrays.stream(scaledVectors(columns))
        .mapToDouble(column -> Math.sqrt(dot(column, column)))
        .toArray();
  }

  /// Returns the left singular vectors multiplied by their singular values, in descending order.
  static double[][] scaledVectors(double[][] columns) {
    double[][] turned = Arrays.stream(columns).map(double[]::clone).toArray(double[][]::new);
    boolean isTurned = true;
    while (isTurned) {
      isTurned = false;
      for (int i = 0; i < turned.length; i++) {
        for (int j = i + 1; j < turned.length; j++) {
          isTurned |= rotate(turned[i], turned[j]);
        }
      }
    }
    Arrays.sort(turned, Comparator.comparingDouble(column -> -dot(column, column)));
    return turned;
  }

  private static boolean rotate(double[] a, double[] b) {
    double product = dot(a, b);
    double squareA = dot(a, a);
    double squareB = dot(b, b);
    if (Math.abs(product) <= 1e-15 * Math.sqrt(squareA * squareB) || product * product < 1e-300) {
      return false;
    }
    double ratio = (squareB - squareA) / (2 * product);
    double tangent = Math.copySign(1, ratio) / (Math.abs(ratio) + Math.hypot(1, ratio));
    double cosine = 1 / Math.hypot(1, tangent);
    for (int i = 0; i < a.length; i++) {
      double turned = cosine * (a[i] - tangent * b[i]);
      b[i] = cosine * (tangent * a[i] + b[i]);
      a[i] = turned;
    }
    return true;
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
