package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.model.TensorData;

/// A weight as a matrix with one row per output. Not thread-safe.
final class WeightRows {

  /// The maximum heap memory in bytes for rows read together, of which at least one is read.
  private static final int MAX_BLOCK_BYTES = 1 << 20;

  private final TensorData data;
  final int rows;
  final int columns;
  final int inputs;
  private double[] block;
  private int firstInBlock;
  private int rowsInBlock;

  private WeightRows(TensorData data, int rows, int columns, int inputs, double... block) {
    this.data = data;
    this.rows = rows;
    this.columns = columns;
    this.inputs = inputs;
    this.block = block;
    rowsInBlock = block.length == 0 ? 0 : rows;
  }

  static WeightRows of(TensorData data, boolean isTransposed) throws IOException {
    long[] shape = data.info().shape().dimensions();
    int rows = Math.toIntExact(shape[0]);
    int columns = rows == 0 ? 0 : Math.toIntExact(data.elementCount() / rows);
    if (isTransposed && shape.length == 2) {
      Matrix stored = new Matrix(rows, columns, data.numbers(0, rows * columns));
      return new WeightRows(data, columns, rows, rows, stored.transposed().values());
    }
    return new WeightRows(data, rows, columns, shape.length > 1 ? Math.toIntExact(shape[1]) : 1);
  }

  /// Returns the rows of a weight that is divided into more rows than it has outputs.
  static WeightRows of(TensorData data, int columns) {
    int rows = columns == 0 ? 0 : Math.toIntExact(data.elementCount() / columns);
    return new WeightRows(data, rows, columns, columns);
  }

  /// Returns the number of elements per input in a row.
  int kernel() {
    return columns / inputs;
  }

  /// Returns a copy of a row. Rows must be requested in ascending order.
  double[] row(int row) throws IOException {
    if (row < firstInBlock || row >= firstInBlock + rowsInBlock) {
      int maxRows =
          data.partBits() % Byte.SIZE == 0
              ? Math.max(1, MAX_BLOCK_BYTES / Double.BYTES / columns)
              : rows;
      firstInBlock = maxRows == rows ? 0 : row;
      rowsInBlock = Math.min(maxRows, rows - firstInBlock);
      block = data.numbers((long) firstInBlock * columns, rowsInBlock * columns);
    }
    int begin = (row - firstInBlock) * columns;
    return Arrays.copyOfRange(block, begin, begin + columns);
  }
}
