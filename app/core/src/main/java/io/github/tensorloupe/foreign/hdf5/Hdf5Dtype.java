package io.github.tensorloupe.foreign.hdf5;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.jhdf.object.datatype.BitField;
import io.jhdf.object.datatype.CompoundDataType;
import io.jhdf.object.datatype.DataType;
import io.jhdf.object.datatype.EnumDataType;
import io.jhdf.object.datatype.FixedPoint;
import io.jhdf.object.datatype.FloatingPoint;
import io.jhdf.object.datatype.OpaqueDataType;
import io.jhdf.object.datatype.StringData;
import io.jhdf.object.datatype.VariableLength;

/// An element type of HDF5 with an equivalent dtype.
///
/// @param spelling the spelling of NumPy, such as `float32` or `>i4`
record Hdf5Dtype(Dtype dtype, boolean isBigEndian, String spelling) {

  /// The fields of a floating-point number, as bit positions and sizes.
  private record FloatFields(
      int byteCount, int sign, int exponent, int exponentBits, int mantissaBits, int bias) {}

  private static final Map<FloatFields, Dtype> FLOATS =
      Map.of(
          new FloatFields(8, 63, 52, 11, 52, 1023), Dtype.F64,
          new FloatFields(4, 31, 23, 8, 23, 127), Dtype.F32,
          new FloatFields(2, 15, 10, 5, 10, 15), Dtype.F16,
          new FloatFields(2, 15, 7, 8, 7, 127), Dtype.BF16);

  /// Returns the equivalent dtype, or empty if no dtype has the same values.
  static Optional<Hdf5Dtype> of(DataType type) {
    return switch (type) {
      case FixedPoint integer -> integer(integer);
      case FloatingPoint number -> number(number);
      case EnumDataType choice when choice.getBaseType() instanceof FixedPoint base ->
          integer(base).map(numbers -> isBoolean(choice) ? numbers.asBoolean() : numbers);
      default -> Optional.empty();
    };
  }

  /// Returns a short English name of a type without an equivalent dtype.
  static String nameOf(DataType type) {
    return switch (type) {
      case FixedPoint _ -> "integer";
      case FloatingPoint _ -> "float";
      case EnumDataType _ -> "enum";
      case StringData _ -> "string";
      case VariableLength lists -> lists.isVariableLengthString() ? "string" : "variable-length";
      case CompoundDataType _ -> "compound";
      case OpaqueDataType _ -> "opaque";
      case BitField _ -> "bit field";
      default -> "class " + type.getDataClass();
    };
  }

  static boolean isBoolean(EnumDataType type) {
    return type.getSize() == 1 && type.getEnumMapping().equals(Map.of(0, "FALSE", 1, "TRUE"));
  }

  private Hdf5Dtype asBoolean() {
    return new Hdf5Dtype(Dtype.BOOL, false, "bool");
  }

  private static Optional<Hdf5Dtype> integer(FixedPoint type) {
    int bits = type.getSize() * Byte.SIZE;
    if (type.getBitOffset() != 0 || type.getBitPrecision() != bits) {
      return Optional.empty();
    }
    return Dtype.named((type.isSigned() ? "I" : "U") + bits)
        .map(dtype -> of(dtype, type.getByteOrder(), type.isSigned() ? "int" : "uint"));
  }

  private static Optional<Hdf5Dtype> number(FloatingPoint type) {
    FloatFields fields =
        new FloatFields(
            type.getSize(),
            type.getSignLocation(),
            type.getExponentLocation(),
            type.getExponentSize(),
            type.getMantissaSize(),
            type.getExponentBias());
    boolean isPlain =
        type.getBitOffset() == 0
            && type.getMantissaLocation() == 0
            && type.getBitPrecision() == type.getSize() * Byte.SIZE;
    return Optional.ofNullable(isPlain ? FLOATS.get(fields) : null)
        .map(dtype -> of(dtype, type.getByteOrder(), dtype == Dtype.BF16 ? "bfloat" : "float"));
  }

  private static Hdf5Dtype of(Dtype dtype, ByteOrder order, String name) {
    boolean isBigEndian = dtype.bits() > Byte.SIZE && order == ByteOrder.BIG_ENDIAN;
    String spelling =
        isBigEndian ? ">" + name.charAt(0) + dtype.bits() / Byte.SIZE : name + dtype.bits();
    return new Hdf5Dtype(dtype, isBigEndian, spelling);
  }
}
