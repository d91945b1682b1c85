package io.github.tensorloupe.element;

/// A field of a code: adjacent bits with a common meaning.
///
/// @param bitCount the number of bits, at least 1
public record BitField(Kind kind, int bitCount) {

  public enum Kind {
    /// The sign bit, which is 1 for negative numbers.
    SIGN,
    /// The biased exponent.
    EXPONENT,
    /// The fraction bits, after the binary point of the significand.
    MANTISSA,
    /// The bits of an integer in two's complement, without the sign bit.
    INTEGER
  }
}
