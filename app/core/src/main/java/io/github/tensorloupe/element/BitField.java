package io.github.tensorloupe.element;

/// Neighboring bits of a code that have one meaning.
///
/// @param bitCount how many there are, at least 1
public record BitField(Kind kind, int bitCount) {

  public enum Kind {
    /// 1 for negative numbers.
    SIGN,
    /// The biased exponent.
    EXPONENT,
    /// The bits behind the binary point.
    MANTISSA,
    /// An integer, of a negative one its two's complement without the sign bit.
    INTEGER
  }
}
