package io.github.tensorloupe.element;

/// Adjacent bits of a code with a common meaning.
///
/// @param bitCount at least 1
public record BitField(Kind kind, int bitCount) {

  public enum Kind {
    /// 1 for negative numbers.
    SIGN,
    /// The biased exponent.
    EXPONENT,
    /// The bits after the binary point.
    MANTISSA,
    /// An integer; for negative numbers, the two's complement without the sign bit.
    INTEGER
  }
}
