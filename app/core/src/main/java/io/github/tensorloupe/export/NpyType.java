package io.github.tensorloupe.export;

import io.github.tensorloupe.format.Dtype;

/// The spelling of the elements of a `.npy` file in NumPy.
///
/// @param descr the type string, as `<f4`
/// @param isAsInSource true if the bytes are those of the tensor, so that they are copied
record NpyType(String descr, boolean isAsInSource) {

  /// The type that a dtype is written as.
  static NpyType of(Dtype dtype, ForeignDtypes foreign) {
    return isForeign(dtype)
        ? switch (foreign) {
          case F32 -> new NpyType("<f4", false);
          case RAW -> new NpyType(dtype.bits() == 16 ? "<u2" : "|u1", true);
        }
        : new NpyType(ofNumpy(dtype), true);
  }

  /// True if NumPy has no such dtype.
  static boolean isForeign(Dtype dtype) {
    return switch (dtype) {
      case BOOL, U8, I8, I16, U16, F16, I32, U32, F32, C64, F64, I64, U64 -> false;
      case F4, F6_E2M3, F6_E3M2, F8_E5M2, F8_E4M3, F8_E8M0, F8_E4M3FNUZ, F8_E5M2FNUZ, BF16 -> true;
    };
  }

  private static String ofNumpy(Dtype dtype) {
    String kind =
        switch (dtype.kind()) {
          case BOOLEAN -> "b";
          case SIGNED -> "i";
          case UNSIGNED -> "u";
          case FLOAT -> "f";
          case COMPLEX -> "c";
        };
    int byteCount = dtype.bits() / 8;
    return (byteCount == 1 ? "|" : "<") + kind + byteCount;
  }
}
