package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.format.Dtype;

/// A dtype of PyTorch.
///
/// @param name the name in the module `torch`
/// @param dtype the equal dtype of the safetensors format, or empty if no dtype is equal
/// @param width the number of bytes of an element
/// @param numberWidth the number of bytes whose order depends on the byte order
record TorchDtype(String name, Optional<Dtype> dtype, int width, int numberWidth) {

  static final TorchDtype UINT8 = new TorchDtype("uint8", Optional.of(Dtype.U8), 1, 1);

  private static final Map<String, TorchDtype> BY_NAME = new TreeMap<>();
  private static final Map<String, TorchDtype> BY_STORAGE = new TreeMap<>();

  static {
    String table =
        """
        float64 F64 8 Double
        float32 F32 4 Float
        float16 F16 2 Half
        bfloat16 BF16 2 BFloat16
        int64 I64 8 Long
        int32 I32 4 Int
        int16 I16 2 Short
        int8 I8 1 Char
        uint8 U8 1 Byte
        uint16 U16 2
        uint32 U32 4
        uint64 U64 8
        bool BOOL 1 Bool
        complex64 C64 8 ComplexFloat
        complex128 - 16 ComplexDouble
        complex32 - 4
        float8_e4m3fn F8_E4M3 1
        float8_e5m2 F8_E5M2 1
        float8_e4m3fnuz F8_E4M3FNUZ 1
        float8_e5m2fnuz F8_E5M2FNUZ 1
        float8_e8m0fnu F8_E8M0 1
        float4_e2m1fn_x2 F4 1
        quint8 - 1 QUInt8
        qint8 - 1 QInt8
        qint32 - 4 QInt32
        quint4x2 - 1 QUInt4x2
        quint2x4 - 1 QUInt2x4
        bits16 - 2
        """;
    for (String line : table.lines().toList()) {
      String[] words = line.split(" ");
      int width = Integer.parseInt(words[2]);
      int numberWidth = words[0].startsWith("complex") ? width / 2 : width;
      TorchDtype dtype = new TorchDtype(words[0], Dtype.named(words[1]), width, numberWidth);
      BY_NAME.put(words[0], dtype);
      if (words.length > 3) {
        BY_STORAGE.put(words[3] + "Storage", dtype);
      }
    }
  }

  /// Returns an allowed dtype by its name. Rare dtypes without counterpart count as one byte.
  static TorchDtype named(String name) {
    TorchDtype known = BY_NAME.get(name);
    return known == null ? new TorchDtype(name, Optional.empty(), 1, 1) : known;
  }

  /// Returns the dtype of a storage class such as `FloatStorage`, or empty if it is unknown.
  static Optional<TorchDtype> ofStorage(String className) {
    return Optional.ofNullable(BY_STORAGE.get(className));
  }
}
