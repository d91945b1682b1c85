package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;

/// How the values of a quantized weight come from its parts: `(table[code] − zero) × scale`, times
/// or divided by the scale of the whole tensor, plus a bias. Immutable and thread-safe; valid while
/// the files of the parts are open.
///
/// @param shape of the logical tensor
/// @param rows of the matrix of codes; its elements in row-major order are those of the logical
///   tensor, unless it is transposed
/// @param columns of that matrix
/// @param isTransposed true if the rows of the matrix are the columns of the logical tensor, which
///   then has two dimensions
/// @param bits of a code
/// @param table the numbers that codes stand for
/// @param zero 0 where absent
/// @param whole the scale of the whole tensor
/// @param isDivided true if values are divided by it and not multiplied
/// @param divisor a constant that values are divided by
/// @param bias 0 where absent
/// @param biasFactor 1 or −1
record Decoding(
    Shape shape,
    long rows,
    long columns,
    boolean isTransposed,
    int bits,
    Codes.Opening codes,
    Table table,
    Grid.Opening scale,
    Optional<Grid.Opening> zero,
    Optional<TensorData> whole,
    boolean isDivided,
    double divisor,
    Optional<Grid.Opening> bias,
    double biasFactor) {

  /// The numbers of codes. Thread-safe.
  @FunctionalInterface
  interface Table {
    double[] read() throws IOException;

    /// Codes are numbers of a dtype of at most 8 bits.
    static Table of(Dtype dtype) {
      ElementType type = ElementType.of(dtype);
      double[] numbers = new double[1 << type.partBits()];
      Arrays.setAll(numbers, type::toDouble);
      if (dtype == Dtype.I8) {
        Arrays.setAll(numbers, code -> (byte) code);
      }
      return () -> numbers;
    }

    /// Codes are integers.
    ///
    /// @param zero the code of 0
    static Table ofUnsigned(int bits, int zero) {
      double[] numbers = new double[1 << bits];
      Arrays.setAll(numbers, code -> code - zero);
      return () -> numbers;
    }
  }

  /// Codes that stand for numbers, times a scale.
  Decoding(
      Shape shape,
      long rows,
      long columns,
      int bits,
      Codes.Opening codes,
      Table table,
      Grid.Opening scale) {
    this(
        shape,
        rows,
        columns,
        false,
        bits,
        codes,
        table,
        scale,
        Optional.empty(),
        Optional.empty(),
        false,
        1,
        Optional.empty(),
        1);
  }

  Decoding withTransposed() {
    return new Decoding(
        shape,
        rows,
        columns,
        true,
        bits,
        codes,
        table,
        scale,
        zero,
        whole,
        isDivided,
        divisor,
        bias,
        biasFactor);
  }

  Decoding withZero(Optional<Grid.Opening> zero) {
    return new Decoding(
        shape,
        rows,
        columns,
        isTransposed,
        bits,
        codes,
        table,
        scale,
        zero,
        whole,
        isDivided,
        divisor,
        bias,
        biasFactor);
  }

  Decoding withWhole(Optional<TensorData> whole, boolean isDivided) {
    return new Decoding(
        shape,
        rows,
        columns,
        isTransposed,
        bits,
        codes,
        table,
        scale,
        zero,
        whole,
        isDivided,
        divisor,
        bias,
        biasFactor);
  }

  Decoding withDivisor(double divisor) {
    return new Decoding(
        shape,
        rows,
        columns,
        isTransposed,
        bits,
        codes,
        table,
        scale,
        zero,
        whole,
        isDivided,
        divisor,
        bias,
        biasFactor);
  }

  Decoding withBias(Grid.Opening bias, double factor) {
    return new Decoding(
        shape,
        rows,
        columns,
        isTransposed,
        bits,
        codes,
        table,
        scale,
        zero,
        whole,
        isDivided,
        divisor,
        Optional.of(bias),
        factor);
  }

  /// The number of elements.
  long count() {
    return shape.elementCount().orElseThrow();
  }
}
