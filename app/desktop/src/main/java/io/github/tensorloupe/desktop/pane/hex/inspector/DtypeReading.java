package io.github.tensorloupe.desktop.pane.hex.inspector;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// The value of bytes as one dtype.
///
/// @param little the value in little-endian order, which the format uses; empty if there are too
///   few bytes
/// @param big the value in big-endian order; also empty if the order makes no difference
public record DtypeReading(Dtype dtype, Optional<String> little, Optional<String> big) {

  /// The number of bytes of the widest dtype.
  public static final int BYTE_COUNT = 8;

  /// From narrow to wide, integers before floats.
  private static final Dtype[] ORDER = {
    Dtype.U8, Dtype.I8, Dtype.BOOL, Dtype.U16, Dtype.I16, Dtype.F16, Dtype.BF16, Dtype.U32,
    Dtype.I32, Dtype.F32, Dtype.U64, Dtype.I64, Dtype.F64, Dtype.C64, Dtype.F8_E4M3, Dtype.F8_E5M2,
    Dtype.F8_E8M0, Dtype.F8_E4M3FNUZ, Dtype.F8_E5M2FNUZ, Dtype.F6_E2M3, Dtype.F6_E3M2, Dtype.F4
  };

  /// Returns the readings of all dtypes, sorted for display.
  ///
  /// @param bytes up to [#BYTE_COUNT] consecutive bytes of a file
  public static List<DtypeReading> all(byte[] bytes) {
    return Arrays.stream(ORDER).map(dtype -> of(ElementType.of(dtype), bytes)).toList();
  }

  private static DtypeReading of(ElementType type, byte[] bytes) {
    int bits = type.partBits();
    // Of several 6-bit codes, only the first is read, which begins at the byte.
    if (bytes.length < Math.ceilDiv(type.dtype().bits(), Byte.SIZE)) {
      return new DtypeReading(type.dtype(), Optional.empty(), Optional.empty());
    }
    IntToLongFunction codes = part -> type.code(MemorySegment.ofArray(bytes), part);
    String little = type.displayText(codes);
    if (bits == 4) {
      little += "  " + type.displayText(codes.applyAsLong(1));
    }
    IntToLongFunction reversed =
        part -> Long.reverseBytes(codes.applyAsLong(part)) >>> Long.SIZE - bits;
    Optional<String> big =
        bits > Byte.SIZE ? Optional.of(type.displayText(reversed)) : Optional.empty();
    return new DtypeReading(type.dtype(), Optional.of(little), big);
  }
}
