package io.github.tensorloupe.format;

import module java.base;

/// The element types of the format, spelled as in the file.
///
/// The constants are in ascending order of alignment. The reference library writes tensors in
/// descending order of these constants.
public enum Dtype {
  BOOL(8, Kind.BOOLEAN),
  F4(4, Kind.FLOAT),
  F6_E2M3(6, Kind.FLOAT),
  F6_E3M2(6, Kind.FLOAT),
  U8(8, Kind.UNSIGNED),
  I8(8, Kind.SIGNED),
  F8_E5M2(8, Kind.FLOAT),
  F8_E4M3(8, Kind.FLOAT),
  F8_E8M0(8, Kind.FLOAT),
  F8_E4M3FNUZ(8, Kind.FLOAT),
  F8_E5M2FNUZ(8, Kind.FLOAT),
  I16(16, Kind.SIGNED),
  U16(16, Kind.UNSIGNED),
  F16(16, Kind.FLOAT),
  BF16(16, Kind.FLOAT),
  I32(32, Kind.SIGNED),
  U32(32, Kind.UNSIGNED),
  F32(32, Kind.FLOAT),
  C64(64, Kind.COMPLEX),
  F64(64, Kind.FLOAT),
  I64(64, Kind.SIGNED),
  U64(64, Kind.UNSIGNED);

  /// The interpretation of the bits of an element.
  public enum Kind {
    /// One byte: 0 or 1.
    BOOLEAN,
    SIGNED,
    UNSIGNED,
    FLOAT,
    /// Two floating-point numbers: the real part, then the imaginary part.
    COMPLEX
  }

  private final int bits;
  private final Kind kind;

  Dtype(int bits, Kind kind) {
    this.bits = bits;
    this.kind = kind;
  }

  /// Returns the width of an element in bits: 4, 6, 8, 16, 32 or 64.
  public int bits() {
    return bits;
  }

  public Kind kind() {
    return kind;
  }

  /// Returns true for floating-point numbers of at least 16 bits, in which models are trained.
  public boolean isWideFloat() {
    return kind == Kind.FLOAT && bits >= Short.SIZE;
  }

  /// Returns the dtype with this case-sensitive spelling, or empty if it is unknown.
  public static Optional<Dtype> named(String spelling) {
    return Arrays.stream(values()).filter(dtype -> dtype.name().equals(spelling)).findFirst();
  }
}
