package io.github.tensorloupe.element;

import module java.base;

import io.github.tensorloupe.format.Dtype;

/// Bytes read as one dtype.
///
/// @param little the first byte lowest, as the format has it; empty where the bytes end before
/// @param big the first byte highest; empty also where the order makes no difference
public record DtypeReading(Dtype dtype, Optional<String> little, Optional<String> big) {

  /// The number of bytes that the widest dtype takes.
  public static final int BYTE_COUNT = 8;

  /// From narrow to wide, integers before floats.
  private static final Dtype[] ORDER = {
    Dtype.U8, Dtype.I8, Dtype.BOOL, Dtype.U16, Dtype.I16, Dtype.F16, Dtype.BF16, Dtype.U32,
    Dtype.I32, Dtype.F32, Dtype.U64, Dtype.I64, Dtype.F64, Dtype.C64, Dtype.F8_E4M3, Dtype.F8_E5M2,
    Dtype.F8_E8M0, Dtype.F8_E4M3FNUZ, Dtype.F8_E5M2FNUZ, Dtype.F6_E2M3, Dtype.F6_E3M2, Dtype.F4
  };

  /// Every dtype in the order in which a person looks for it.
  ///
  /// @param bytes up to [#BYTE_COUNT] of a file, from one place on
  public static List<DtypeReading> all(byte[] bytes) {
    return Arrays.stream(ORDER).map(dtype -> of(ElementType.of(dtype), bytes)).toList();
  }

  private static DtypeReading of(ElementType type, byte[] bytes) {
    boolean hasOrder = type.partBits() > Byte.SIZE;
    return new DtypeReading(
        type.dtype(),
        text(type, bytes, false),
        hasOrder ? text(type, bytes, true) : Optional.empty());
  }

  private static Optional<String> text(ElementType type, byte[] bytes, boolean bigEndian) {
    if (type.partBits() < Byte.SIZE) {
      return bytes.length == 0 ? Optional.empty() : Optional.of(partsOfByte(type, bytes[0]));
    }
    int byteCount = type.partBits() / Byte.SIZE;
    return bytes.length < byteCount * type.partsPerElement()
        ? Optional.empty()
        : Optional.of(type.text(part -> code(bytes, part * byteCount, byteCount, bigEndian)));
  }

  /// Of two 4-bit codes both; of 6-bit codes the one that begins at the byte.
  private static String partsOfByte(ElementType type, byte value) {
    int bits = type.partBits();
    long mask = (1L << bits) - 1;
    String first = type.text(value & mask);
    return bits == 4 ? first + "  " + type.text(value >>> 4 & mask) : first;
  }

  private static long code(byte[] bytes, int begin, int byteCount, boolean bigEndian) {
    long code = 0;
    for (int i = 0; i < byteCount; i++) {
      int at = bigEndian ? i : byteCount - 1 - i;
      code = code << Byte.SIZE | bytes[begin + at] & 0xff;
    }
    return code;
  }
}
