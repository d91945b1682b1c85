package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.work.Cancellation;

/// Computes values of a quantized weight: each exactly, rounded once to a `float`. For one thread.
final class Dequantizer {

  private static final int TILE = 1 << 12;

  /// In smaller groups it takes longer to count codes than to compute values.
  private static final int LEAST_GROUP = 32;

  private final Decoding decoding;
  private final Codes codes;
  private final double[] table;
  private final Grid scale;
  private final Optional<Grid> zero;
  private final Optional<Grid> bias;
  private final boolean hasWhole;
  private final boolean hasBias;
  private final double whole;
  private final double divisor;
  private final int[] read = new int[TILE];

  /// The values of all codes of a group.
  private final float[] values;

  Dequantizer(Decoding decoding) throws IOException {
    this.decoding = decoding;
    codes = decoding.codes.open();
    table = decoding.table.read();
    values = new float[table.length];
    scale = decoding.scale.open();
    zero = open(decoding.zero);
    bias = open(decoding.bias);
    hasWhole = decoding.whole.isPresent();
    hasBias = bias.isPresent();
    divisor = decoding.divisor;
    whole = decoding.whole.isPresent() ? Numbers.Plain.all(decoding.whole.get())[0] : 1;
  }

  private static Optional<Grid> open(Optional<Grid.Opening> opening) throws IOException {
    return opening.isPresent() ? Optional.of(opening.get().open()) : Optional.empty();
  }

  /// Computes neighboring elements of the logical tensor, in row-major order.
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

  /// Computes neighboring elements of a row of the matrix.
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
        long end = Math.min(first + i + length, scale.columns().end(column));
        end = zero.isPresent() ? Math.min(end, zero.get().columns().end(column)) : end;
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

  /// Gives values with their counts, where groups are so large that it pays to count codes.
  ///
  /// @return false if they are not; then nothing is given
  boolean tally(long first, int count, ComputedFile.Tally tally) throws IOException {
    long columns = decoding.columns;
    boolean isCountable =
        !decoding.isTransposed
            && codes.canCount()
            && first % 2 == 0
            && columns % 2 == 0
            && scale.columns().end(0) >= LEAST_GROUP
            && scale.columns().end(0) % 2 == 0
            && zero.map(Grid::columns).orElse(scale.columns()).equals(scale.columns())
            && bias.map(Grid::columns).orElse(scale.columns()).equals(scale.columns());
    if (!isCountable) {
      return false;
    }
    for (long at = first; at < first + count; ) {
      long row = at / columns;
      long column = at % columns;
      long left = first + count - at;
      boolean isWhole = column == 0 && left >= columns;
      int rows = isWhole ? (int) Math.min(left / columns, scale.rows().end(row) - row) : 1;
      long end = isWhole ? columns : Math.min(columns, column + left);
      codes.prepare(row, rows);
      tallyRows(row, rows, column, end, tally);
      at = isWhole ? at + rows * columns : at + end - column;
    }
    return true;
  }

  /// @param rows all of one group
  private void tallyRows(long row, int rows, long first, long end, ComputedFile.Tally tally)
      throws IOException {
    double[] scales = scale.row(row);
    double[] zeros = zero.isPresent() ? zero.get().row(row) : null;
    double[] biases = bias.isPresent() ? bias.get().row(row) : null;
    int[] counts = new int[table.length];
    for (long column = first; column < end; ) {
      long next = Math.min(end, scale.columns().end(column));
      codes.count(row, rows, column, (int) (next - column), counts);
      int group = scale.group(column);
      double z = zeros == null ? 0 : zeros[group];
      double b = biases == null ? 0 : biases[group];
      // Of all codes, for such a loop becomes vector instructions.
      for (int code = 0; code < table.length; code++) {
        values[code] = value(table[code], z, scales[group], b);
      }
      int size = 0;
      for (int code = 0; code < table.length; code++) {
        values[size] = values[code];
        counts[size] = counts[code];
        size += counts[code] == 0 ? 0 : 1;
      }
      tally.add(values, counts, size);
      column = next;
    }
  }

  /// True if a code that stands for a number other than 0 has a scale of zero.
  ///
  /// @param isOfWhole true if the scale of the whole tensor is meant
  boolean hasCodesUnderZero(boolean isOfWhole, Cancellation cancellation) throws IOException {
    for (long row = 0; row < decoding.rows; row++) {
      cancellation.check();
      double[] scales = scale.row(row);
      double[] zeros = zero.isPresent() ? zero.get().row(row) : null;
      if (!isOfWhole && Arrays.stream(scales).noneMatch(each -> each == 0)) {
        continue;
      }
      long columns = Math.min(decoding.columns, decoding.count() - row * decoding.columns);
      for (long first = 0; first < columns; first += TILE) {
        int length = (int) Math.min(TILE, columns - first);
        codes.read(row, first, length, read);
        for (int i = 0; i < length; i++) {
          double z = zeros == null ? 0 : zeros[zero.get().group(first + i)];
          boolean isUnderZero = isOfWhole || scales[scale.group(first + i)] == 0;
          if (isUnderZero && table[read[i]] != z) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private float value(double number, double zeroPoint, double factor, double added) {
    double value = (number - zeroPoint) * factor;
    if (hasWhole) {
      value = decoding.isDividedByWhole ? value / whole : value * whole;
    }
    if (divisor != 1) {
      value /= divisor;
    }
    return (float) (hasBias ? value + decoding.biasFactor * added : value);
  }
}
