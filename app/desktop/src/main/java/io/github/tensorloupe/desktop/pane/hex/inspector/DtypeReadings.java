package io.github.tensorloupe.desktop.pane.hex.inspector;

import module java.base;

import io.github.tensorloupe.element.ElementText;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// The readings of bytes as each dtype.
final class DtypeReadings {

  /// From narrow to wide, integers before floats.
  private static final List<Dtype> ORDER =
      List.of(
          Dtype.U8,
          Dtype.I8,
          Dtype.BOOL,
          Dtype.U16,
          Dtype.I16,
          Dtype.F16,
          Dtype.BF16,
          Dtype.U32,
          Dtype.I32,
          Dtype.F32,
          Dtype.U64,
          Dtype.I64,
          Dtype.F64,
          Dtype.C64,
          Dtype.F8_E4M3,
          Dtype.F8_E5M2,
          Dtype.F8_E8M0,
          Dtype.F8_E4M3FNUZ,
          Dtype.F8_E5M2FNUZ,
          Dtype.F6_E2M3,
          Dtype.F6_E3M2,
          Dtype.F4);

  private DtypeReadings() {}

  /// Every dtype in the order in which a person looks for it.
  ///
  /// @param bytes from the caret on, up to [#BYTE_COUNT]
  static List<DtypeReading> of(byte[] bytes) {
    return ORDER.stream().map(dtype -> reading(dtype, bytes)).toList();
  }

  /// The number of bytes that the widest dtype takes.
  static final int BYTE_COUNT = 8;

  private static DtypeReading reading(Dtype dtype, byte[] bytes) {
    ElementType type = ElementType.of(dtype);
    Optional<String> little = text(type, bytes, false);
    boolean isOfManyBytes = type.partBits() > Byte.SIZE;
    return new DtypeReading(
        dtype, little, isOfManyBytes ? text(type, bytes, true) : Optional.empty());
  }

  private static Optional<String> text(ElementType type, byte[] bytes, boolean bigEndian) {
    if (type.partBits() < Byte.SIZE) {
      return bytes.length == 0 ? Optional.empty() : Optional.of(partsOfByte(type, bytes[0]));
    }
    int byteCount = type.partBits() / Byte.SIZE;
    return bytes.length < byteCount * type.partsPerElement()
        ? Optional.empty()
        : Optional.of(
            ElementText.of(type, part -> code(bytes, part * byteCount, byteCount, bigEndian)));
  }

  /// Of two 4-bit codes both; of 6-bit codes the one that begins at the byte.
  private static String partsOfByte(ElementType type, byte value) {
    int bits = type.partBits();
    long mask = (1L << bits) - 1;
    Stream<Long> codes =
        bits == 4 ? Stream.of(value & mask, value >>> 4 & mask) : Stream.of(value & mask);
    return String.join("  ", codes.map(type::text).toList());
  }

  private static long code(byte[] bytes, int begin, int byteCount, boolean bigEndian) {
    long code = 0;
    for (int i = 0; i < byteCount; i++) {
      int at = bigEndian ? i : byteCount - 1 - i;
      code = code << Byte.SIZE | bytes[begin + at] & 0xff;
    }
    return code;
  }

  /// Bytes read as one dtype.
  ///
  /// @param little the first byte lowest, as the format has it; empty where the file ends before
  /// @param big the first byte highest; empty also where the order makes no difference
  record DtypeReading(Dtype dtype, Optional<String> little, Optional<String> big) {}
}
