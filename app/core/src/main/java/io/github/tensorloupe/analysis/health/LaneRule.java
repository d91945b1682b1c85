package io.github.tensorloupe.analysis.health;

import io.github.tensorloupe.format.Dtype;

/// Masks for classifying several codes at once (SIMD within a register). A word is divided into
/// lanes of one code each. For each of three questions, an addition sets the highest bit of every
/// lane to the answer. An addition to the magnitude of a code (all bits except the highest) cannot
/// carry into the next lane.
///
/// - special: is the code NaN or infinite (for `BOOL`: neither 0 nor 1)?
/// - nonzero: is the magnitude nonzero (for integers: any bit including the highest)?
/// - normal: is the magnitude at least the smallest normal number?
///
/// The constructor receives masks for one lane and repeats them over 64 bits. Lanes of 6 bits use
/// only the low 48 bits.
///
/// @param laneBits the width of a code in bits: 4, 6, 8, 16, 32 or 64
/// @param flip the magnitude bits that are inverted before the test for special codes
/// @param addSpecial the addend that sets the highest bit for special magnitudes
/// @param orSpecial the highest bit if every code with this bit is special, otherwise 0
/// @param keepSpecial 0 if only codes with the highest bit are special, otherwise all bits
/// @param addNonZero the addend that sets the highest bit for nonzero magnitudes
/// @param orNonZero the highest bit if every code with this bit is nonzero, otherwise 0
/// @param addNormal the addend that sets the highest bit for normal magnitudes
record LaneRule(
    int laneBits,
    long flip,
    long addSpecial,
    long orSpecial,
    long keepSpecial,
    long addNonZero,
    long orNonZero,
    long addNormal) {

  static final int FOUR_BITS = 4;
  static final int SIX_BITS = 6;

  LaneRule {
    flip = repeated(laneBits, flip);
    addSpecial = repeated(laneBits, addSpecial);
    orSpecial = repeated(laneBits, orSpecial);
    addNonZero = repeated(laneBits, addNonZero);
    orNonZero = repeated(laneBits, orNonZero);
    addNormal = repeated(laneBits, addNormal);
  }

  static LaneRule of(Dtype dtype) {
    return switch (dtype) {
      case F4 -> floats(FOUR_BITS, 0x8, 0x2);
      case F6_E2M3 -> floats(SIX_BITS, 0x20, 0x08);
      case F6_E3M2 -> floats(SIX_BITS, 0x20, 0x04);
      case F8_E4M3 -> floats(8, 0x7f, 0x08);
      case F8_E5M2 -> floats(8, 0x7c, 0x04);
      case F16 -> floats(16, 0x7c00, 0x0400);
      case BF16 -> floats(16, 0x7f80, 0x0080);
      case F32, C64 -> floats(32, 0x7f80_0000L, 0x0080_0000L);
      case F64 -> floats(64, 0x7ff0_0000_0000_0000L, 0x0010_0000_0000_0000L);
      case F8_E4M3FNUZ -> negativeZeroIsNan(0x08);
      case F8_E5M2FNUZ -> negativeZeroIsNan(0x04);
      // NaN has all bits set; zeros and subnormal numbers do not exist.
      case F8_E8M0 -> new LaneRule(8, 0, 0x01, 0, 0, 0x80, 0, 0x80);
      case BOOL -> new LaneRule(8, 0, 0x7e, 0x80, -1, 0x7f, 0x80, 0x7f);
      case U8, I8 -> integers(8);
      case U16, I16 -> integers(16);
      case U32, I32 -> integers(32);
      case U64, I64 -> integers(64);
    };
  }

  long sign() {
    return repeated(laneBits, 1L << laneBits - 1);
  }

  /// Returns the number of codes in 8 bytes or, for codes of 6 bits, in 6 bytes.
  int lanesPerGroup() {
    return laneBits == SIX_BITS ? Byte.SIZE : Long.SIZE / laneBits;
  }

  boolean specialIsZeroMagnitude() {
    return flip != 0;
  }

  /// @param smallestSpecial the smallest magnitude that is not finite
  /// @param smallestNormal the magnitude of the smallest normal number
  private static LaneRule floats(int bits, long smallestSpecial, long smallestNormal) {
    long sign = 1L << bits - 1;
    return new LaneRule(bits, 0, sign - smallestSpecial, 0, -1, sign - 1, 0, sign - smallestNormal);
  }

  private static LaneRule negativeZeroIsNan(long smallestNormal) {
    return new LaneRule(8, 0x7f, 0x01, 0, 0, 0x7f, 0, 0x80 - smallestNormal);
  }

  // Every nonzero integer counts as normal.
  private static LaneRule integers(int bits) {
    long sign = 1L << bits - 1;
    return new LaneRule(bits, 0, 0, 0, -1, sign - 1, sign, sign - 1);
  }

  private static long repeated(int bits, long lane) {
    long word = lane;
    for (int width = bits; width < Long.SIZE; width *= 2) {
      word |= word << width;
    }
    return word;
  }
}
