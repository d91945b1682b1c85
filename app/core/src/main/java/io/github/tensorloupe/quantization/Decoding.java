package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;

/// Describes how the values of a quantized weight are computed from its parts: `(table[code] −
/// zero) × scale`, multiplied or divided by the scale of the whole tensor, plus a bias. Immutable
/// and thread-safe after its creation by a rule; valid while the files of the parts are open.
public final class Decoding {

  /// Maps codes to numbers. Thread-safe.
  @FunctionalInterface
  interface Table {
    double[] read() throws IOException;

    static Table of(Dtype dtype) {
      ElementType type = ElementType.of(dtype);
      // Created lazily, because there may be half a million weights.
      return () -> {
        double[] numbers = new double[1 << type.partBits()];
        Arrays.setAll(numbers, dtype == Dtype.I8 ? code -> (byte) code : type::toDouble);
        return numbers;
      };
    }

    /// @param zero the code for 0
    static Table ofUnsigned(int bits, int zero) {
      return () -> {
        double[] numbers = new double[1 << bits];
        Arrays.setAll(numbers, code -> code - zero);
        return numbers;
      };
    }
  }

  final Shape shape;

  /// The size of the matrix of codes. Its elements in row-major order are the elements of the
  /// logical tensor, unless it is transposed.
  final long rows;

  final long columns;
  final Codes.Opening codes;
  final Table table;
  final Grid.Opening scale;

  /// True if the rows of the matrix are the columns of the logical tensor, which then has two
  /// dimensions.
  boolean isTransposed;

  Optional<Grid.Opening> zero = Optional.empty();
  Optional<Grid.Opening> bias = Optional.empty();

  /// 1 or −1.
  int biasFactor = 1;

  /// The scale of the whole tensor.
  Optional<TensorData> whole = Optional.empty();

  /// An additional divisor of the values.
  double divisor = 1;

  boolean isDividedByWhole;

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

  /// Returns the element at a position of the matrix; empty if it is in the padding.
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
