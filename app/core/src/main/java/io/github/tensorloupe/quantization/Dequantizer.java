package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// Computes the values of a quantized weight, rounded once to `float`. Not thread-safe.
final class Dequantizer {

  private static final int TILE = 1 << 12;

  final Codes codes;
  final double[] table;
  final Grid scale;
  final Optional<Grid> zero;
  final Optional<Grid> bias;
  private final Decoding decoding;
  private final boolean hasTensorScale;
  private final boolean hasBias;
  private final double tensorScale;
  private final double divisor;
  private final int[] read = new int[TILE];
  private final float[] values;

  Dequantizer(Decoding decoding) throws IOException {
    this.decoding = decoding;
    codes = decoding.codes.open();
    table = decoding.table.read();
    values = new float[table.length];
    scale = decoding.scale.open();
    zero = open(decoding.zero);
    bias = open(decoding.bias);
    hasTensorScale = decoding.tensorScale.isPresent();
    hasBias = bias.isPresent();
    divisor = decoding.divisor;
    tensorScale = decoding.tensorScale.isPresent() ? decoding.tensorScale.get().numbers()[0] : 1;
  }

  private static Optional<Grid> open(Optional<Grid.Opening> opening) throws IOException {
    return opening.isPresent() ? Optional.of(opening.get().open()) : Optional.empty();
  }

  void compute(long first, int count, FloatBuffer target) throws IOException {
    float[] computed = new float[count];
    if (decoding.isTransposed) {
      computeTransposed(first, count, computed);
    } else {
      for (int i = 0; i < count; ) {
        long row = (first + i) / decoding.columns;
        long column = (first + i) % decoding.columns;
        int length = (int) Math.min(count - i, decoding.columns - column);
        computeRow(row, column, length, computed, i);
        i += length;
      }
    }
    target.put(computed);
  }

  private void computeTransposed(long first, int count, float[] computed) throws IOException {
    long width = decoding.rows;
    long firstRow = first / width;
    int rows = (int) ((first + count - 1) / width - firstRow) + 1;
    float[] strip = new float[rows];
    boolean isOneRow = rows == 1;
    long begin = isOneRow ? first % width : 0;
    long end = isOneRow ? begin + count : width;
    for (long column = begin; column < end; column++) {
      computeRow(column, firstRow, rows, strip, 0);
      for (int i = 0; i < rows; i++) {
        long at = (firstRow + i) * width + column - first;
        if (at >= 0 && at < count) {
          computed[(int) at] = strip[i];
        }
      }
    }
  }

  private void computeRow(long row, long first, int count, float[] target, int at)
      throws IOException {
    double[] scales = scale.row(row);
    double[] zeros = zero.isPresent() ? zero.get().row(row) : null;
    double[] biases = bias.isPresent() ? bias.get().row(row) : null;
    for (int i = 0; i < count; i += TILE) {
      int length = Math.min(TILE, count - i);
      codes.read(row, first + i, length, read);
      for (int k = 0; k < length; ) {
        long column = first + i + k;
        long end = Math.min(first + i + length, scale.columns.end(column));
        end = zero.isPresent() ? Math.min(end, zero.get().columns.end(column)) : end;
        int run = (int) (end - column);
        double s = scales[scale.group(column)];
        double z = zeros == null ? 0 : zeros[zero.get().group(column)];
        double b = biases == null ? 0 : biases[bias.get().group(column)];
        if (run > table.length) {
          for (int code = 0; code < table.length; code++) {
            values[code] = value(table[code], z, s, b);
          }
          for (int j = 0; j < run; j++) {
            target[at + i + k + j] = values[read[k + j]];
          }
        } else {
          for (int j = 0; j < run; j++) {
            target[at + i + k + j] = value(table[read[k + j]], z, s, b);
          }
        }
        k += run;
      }
    }
  }

  /// Computes the unrounded values of one code in several groups.
  ///
  /// @param number the number that the code represents
  /// @param zeros the zero points by group, like the scales and biases
  void values(double number, double[] zeros, double[] scales, double[] biases, double[] exact) {
    // Separate loops, because the compiler vectorizes them.
    for (int i = 0; i < exact.length; i++) {
      exact[i] = (number - zeros[i]) * scales[i];
    }
    if (hasTensorScale && decoding.isDividedByTensorScale) {
      for (int i = 0; i < exact.length; i++) {
        exact[i] /= tensorScale;
      }
    } else if (hasTensorScale) {
      for (int i = 0; i < exact.length; i++) {
        exact[i] *= tensorScale;
      }
    }
    if (divisor != 1) {
      for (int i = 0; i < exact.length; i++) {
        exact[i] /= divisor;
      }
    }
    if (hasBias) {
      for (int i = 0; i < exact.length; i++) {
        exact[i] += decoding.biasFactor * biases[i];
      }
    }
  }

  /// Returns true if a code that represents a nonzero number has a scale of zero.
  ///
  /// @param isTensorScale true to check the scale of the tensor instead of the scales of groups
  boolean hasNonzeroCodesWithZeroScale(boolean isTensorScale, Cancellation cancellation)
      throws IOException {
    for (long row = 0; row < decoding.rows; row++) {
      cancellation.check();
      double[] scales = scale.row(row);
      double[] zeros = zero.isPresent() ? zero.get().row(row) : null;
      if (!isTensorScale && Arrays.stream(scales).noneMatch(each -> each == 0)) {
        continue;
      }
      long columns = Math.min(decoding.columns, decoding.count() - row * decoding.columns);
      for (long first = 0; first < columns; first += TILE) {
        int length = (int) Math.min(TILE, columns - first);
        codes.read(row, first, length, read);
        for (int i = 0; i < length; i++) {
          double z = zeros == null ? 0 : zeros[zero.get().group(first + i)];
          boolean hasZeroScale = isTensorScale || scales[scale.group(first + i)] == 0;
          if (hasZeroScale && table[read[i]] != z) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private float value(double number, double zeroPoint, double factor, double added) {
    double value = (number - zeroPoint) * factor;
    if (hasTensorScale) {
      value = decoding.isDividedByTensorScale ? value / tensorScale : value * tensorScale;
    }
    if (divisor != 1) {
      value /= divisor;
    }
    return (float) (hasBias ? value + decoding.biasFactor * added : value);
  }
}
