package io.github.tensorloupe.foreign.flax;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;

/// An array in a file, without its name.
///
/// @param problem why the array cannot be a tensor, or empty
/// @param dtypeName the name of the dtype in NumPy
/// @param begin the file offset of the values
record FlaxArray(
    Optional<Problem> problem, String dtypeName, Shape shape, long begin, long length) {

  enum Problem {
    /// The dtype has no counterpart.
    DTYPE,
    /// The shape is negative or too large, or contradicts the number of bytes.
    SIZE
  }

  private static final Map<String, Dtype> DTYPES =
      Map.ofEntries(
          Map.entry("bool", Dtype.BOOL),
          Map.entry("int8", Dtype.I8),
          Map.entry("int16", Dtype.I16),
          Map.entry("int32", Dtype.I32),
          Map.entry("int64", Dtype.I64),
          Map.entry("uint8", Dtype.U8),
          Map.entry("uint16", Dtype.U16),
          Map.entry("uint32", Dtype.U32),
          Map.entry("uint64", Dtype.U64),
          Map.entry("float16", Dtype.F16),
          Map.entry("float32", Dtype.F32),
          Map.entry("float64", Dtype.F64),
          Map.entry("bfloat16", Dtype.BF16),
          Map.entry("complex64", Dtype.C64),
          Map.entry("float8_e4m3fn", Dtype.F8_E4M3),
          Map.entry("float8_e4m3fnuz", Dtype.F8_E4M3FNUZ),
          Map.entry("float8_e5m2", Dtype.F8_E5M2),
          Map.entry("float8_e5m2fnuz", Dtype.F8_E5M2FNUZ),
          Map.entry("float8_e8m0fnu", Dtype.F8_E8M0));

  static FlaxArray of(String dtypeName, long[] dimensions, long begin, long length) {
    Shape shape = Shape.of(dimensions);
    Dtype dtype = DTYPES.get(dtypeName);
    Optional<Problem> problem = Optional.empty();
    if (dtype == null) {
      problem = Optional.of(Problem.DTYPE);
    } else {
      OptionalLong bits = shape.bitCount(dtype);
      if (Arrays.stream(dimensions).anyMatch(size -> size < 0)
          || bits.isEmpty()
          || bits.getAsLong() != length * Byte.SIZE) {
        problem = Optional.of(Problem.SIZE);
      }
    }
    return new FlaxArray(problem, dtypeName, shape, begin, length);
  }

  /// Returns the dtype of an array that has no problem.
  Dtype dtype() {
    return DTYPES.get(dtypeName);
  }
}
