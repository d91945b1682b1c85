package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// Computes the values of a quantized weight, rounded once to `float`. Not thread-safe.
final class Dequantizer {

  private static final int TILE = 1 << 12;

  final PartBytes bytes;
  final double[] table;
  final Grid.Reader scale;
  final Optional<Grid.Reader> zero;
  final Optional<Grid.Reader> bias;
  private final Decoding decoding;
  private final double factor;
  private final double divisor;
  private final int[] codeBuffer = new int[TILE];
  private final float[] values;

  Dequantizer(Decoding decoding) throws IOException {
    this.decoding = decoding;
    bytes = new PartBytes(decoding.part);
    table = decoding.table.get();
    values = new float[table.length];
    scale = decoding.scale.open();
    zero = open(decoding.zero);
    bias = open(decoding.bias);
    double whole = decoding.tensorScale.isEmpty() ? 1 : decoding.tensorScale.get().numbers()[0];
    factor = decoding.isDividedByTensorScale ? 1 : whole;
    divisor = decoding.isDividedByTensorScale ? whole : decoding.divisor;
  }

  private static Optional<Grid.Reader> open(Optional<Grid> grid) throws IOException {
    return grid.isPresent() ? Optional.of(grid.get().open()) : Optional.empty();
  }

  void compute(long first, int count, FloatBuffer target) throws IOException {
    float[] computed = new float[count];
    if (decoding.rotation.isPresent()) {
      computeRotated(decoding.rotation.get(), first, computed);
    } else if (decoding.isTransposed) {
      computeTransposed(first, count, computed);
    } else {
      for (int i = 0; i < count; ) {
        long column = (first + i) % decoding.columns;
        int length = (int) Math.min(count - i, decoding.columns - column);
        computeRow((first + i) / decoding.columns, column, length, computed, i);
        i += length;
      }
    }
    target.put(computed);
  }

  private void computeRotated(Rotation rotation, long first, float[] computed) throws IOException {
    double[] group = new double[rotation.size()];
    int[] codes = new int[group.length];
    for (int i = 0; i < computed.length; ) {
      long row = (first + i) / decoding.columns;
      long column = (first + i) % decoding.columns;
      int skipped = (int) (column % group.length);
      double[] scales = scale.row(row);
      double[] zeros = zero.isPresent() ? zero.get().row(row) : null;
      decoding.codes.read(bytes, row, column - skipped, group.length, codes);
      for (int k = 0; k < group.length; k++) {
        long at = column - skipped + k;
        double z = zeros == null ? 0 : zeros[(int) zero.get().columns.group(at)];
        group[k] = (table[codes[k]] - z) * scales[(int) scale.columns.group(at)];
      }
      rotation.apply(group);
      for (int k = skipped; k < group.length && i < computed.length; k++) {
        computed[i++] = (float) group[k];
      }
    }
  }

  private void computeTransposed(long first, int count, float[] computed) throws IOException {
    long width = decoding.rows;
    long firstRow = first / width;
    int rows = (int) ((first + count - 1) / width - firstRow) + 1;
    float[] strip = new float[rows];
    long begin = rows == 1 ? first % width : 0;
    long end = rows == 1 ? begin + count : width;
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
      decoding.codes.read(bytes, row, first + i, length, codeBuffer);
      for (int k = 0; k < length; ) {
        long column = first + i + k;
        long end = Math.min(first + i + length, scale.columns.end(column));
        end = zeros == null ? end : Math.min(end, zero.get().columns.end(column));
        int run = (int) (end - column);
        double s = scales[(int) scale.columns.group(column)];
        double z = zeros == null ? 0 : zeros[(int) zero.get().columns.group(column)];
        double b = biases == null ? -0.0 : biases[(int) bias.get().columns.group(column)];
        if (run > table.length) {
          for (int code = 0; code < table.length; code++) {
            values[code] = value(table[code], z, s, b);
          }
          for (int j = 0; j < run; j++) {
            target[at + i + k + j] = values[codeBuffer[k + j]];
          }
        } else {
          for (int j = 0; j < run; j++) {
            target[at + i + k + j] = value(table[codeBuffer[k + j]], z, s, b);
          }
        }
        k += run;
      }
    }
  }

  /// @param added the bias, or −0.0, which changes no sum
  float value(double number, double zeroPoint, double groupScale, double added) {
    double value = (number - zeroPoint) * groupScale * factor;
    value = divisor == 1 ? value : value / divisor;
    return (float) (value + decoding.biasSign * added);
  }

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
      long columns = decoding.columnsIn(row);
      for (long first = 0; first < columns; first += TILE) {
        int length = (int) Math.min(TILE, columns - first);
        decoding.codes.read(bytes, row, first, length, codeBuffer);
        for (int i = 0; i < length; i++) {
          double z = zeros == null ? 0 : zeros[(int) zero.get().columns.group(first + i)];
          boolean hasZeroScale = isTensorScale || scales[(int) scale.columns.group(first + i)] == 0;
          if (hasZeroScale && table[codeBuffer[i]] != z) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
