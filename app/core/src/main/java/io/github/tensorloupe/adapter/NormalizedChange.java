package io.github.tensorloupe.adapter;

import module java.base;

/// The change of a weight by DoRA, which scales the outputs or inputs of the sum of weight and
/// delta to given lengths. Immutable.
///
/// @param delta the unscaled delta
/// @param magnitudes the lengths of the changed weight, by output or input
/// @param isByInput true if the magnitudes belong to the inputs
/// @param kernel the number of elements per input in a row
/// @param squares the squared lengths of the sum by input; empty if the magnitudes belong to the
///   outputs
record NormalizedChange(
    Delta delta,
    double scale,
    double[] magnitudes,
    boolean isByInput,
    int kernel,
    double[] squares) {

  /// Creates a change. Reads the weight if the magnitudes belong to the inputs.
  ///
  /// @param magnitudes one for each output or input of the weight
  static NormalizedChange of(
      Delta delta, double scale, double[] magnitudes, boolean isByInput, WeightRows weight)
      throws IOException {
    int kernel = weight.kernel();
    double[] squares = new double[isByInput ? weight.inputs : 0];
    NormalizedChange change =
        new NormalizedChange(delta, scale, magnitudes, isByInput, kernel, squares);
    for (int row = 0; isByInput && row < weight.rows; row++) {
      double[] sums = change.sums(weight.row(row), row);
      for (int i = 0; i < sums.length; i++) {
        int at = i / kernel;
        squares[at] = Math.fma(sums[i], sums[i], squares[at]);
      }
    }
    return change;
  }

  private double[] sums(double[] weights, int row) {
    double[] sums = weights.clone();
    Matrix.add(sums, delta.row(row), scale, 0);
    return sums;
  }

  /// Returns the change of a row.
  ///
  /// @param weights the row of the weight
  double[] row(double[] weights, int row) {
    double[] values = sums(weights, row);
    double rowSquare = isByInput ? 0 : Delta.dot(values, values);
    for (int i = 0; i < values.length; i++) {
      int at = isByInput ? i / kernel : row;
      double length = Math.sqrt(isByInput ? squares[at] : rowSquare);
      values[i] = magnitudes[at] * values[i] / length - weights[i];
    }
    return values;
  }
}
