package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;

/// The computation of a quantized weight's values from its parts: `(table[code] − zero) × scale`,
/// multiplied or divided by the scale of the whole tensor, plus a bias. Immutable and thread-safe
/// once created by a rule; valid while the files of the parts are open.
public final class Decoding {

  /// Maps codes to numbers. Thread-safe.
  @FunctionalInterface
  interface Table {
    double[] read() throws IOException;

    static Table of(Dtype dtype) {
      ElementType type = ElementType.of(dtype);
      // Created lazily, because a checkpoint may have half a million weights.
      return () -> {
        double[] numbers = new double[1 << type.partBits()];
        Arrays.setAll(numbers, dtype == Dtype.I8 ? code -> (byte) code : type::toDouble);
        return numbers;
      };
    }

    /// @param zero the code that represents 0
    static Table ofUnsigned(int bits, int zero) {
      return () -> {
        double[] numbers = new double[1 << bits];
        Arrays.setAll(numbers, code -> code - zero);
        return numbers;
      };
    }
  }

  final Shape shape;

  /// The size of the code matrix. In row-major order, its elements are the elements of the logical
  /// tensor, unless [#isTransposed].
  final long rows;

  final long columns;
  final Codes.Opening codes;
  final Table table;
  final Grid.Opening scale;

  /// True if the code matrix is the transposed logical tensor, which has two dimensions.
  boolean isTransposed;

  Optional<Grid.Opening> zero = Optional.empty();
  Optional<Grid.Opening> bias = Optional.empty();

  /// The sign of the bias: 1 or −1.
  int biasFactor = 1;

  /// The scale of the whole tensor, if there is one.
  Optional<TensorData> tensorScale = Optional.empty();

  /// A constant divisor of all values.
  double divisor = 1;

  boolean isDividedByTensorScale;

  Decoding(
      Shape shape, long rows, long columns, Codes.Opening codes, Table table, Grid.Opening scale) {
    this.shape = shape;
    this.rows = rows;
    this.columns = columns;
    this.codes = codes;
    this.table = table;
    this.scale = scale;
  }

  long row(long element) {
    return isTransposed ? element % rows : element / columns;
  }

  long column(long element) {
    return isTransposed ? element / rows : element % columns;
  }

  /// Returns the element at a position of the code matrix, or empty if the position is padding.
  OptionalLong element(Codes.Cell cell) {
    long element =
        isTransposed ? cell.column() * rows + cell.row() : cell.row() * columns + cell.column();
    boolean isInside = cell.row() < rows && cell.column() < columns && element < count();
    return isInside ? OptionalLong.of(element) : OptionalLong.empty();
  }

  boolean hasOneGrouping(Grid scales) throws IOException {
    for (Grid.Opening opening : Stream.concat(zero.stream(), bias.stream()).toList()) {
      Grid grid = opening.open();
      if (!grid.rows.equals(scales.rows) || !grid.columns.equals(scales.columns)) {
        return false;
      }
    }
    return true;
  }

  long count() {
    return shape.elementCount().orElseThrow();
  }
}
