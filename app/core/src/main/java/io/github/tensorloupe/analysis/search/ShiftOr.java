package io.github.tensorloupe.analysis.search;

import module java.base;

/// Says whether up to 64 bytes of a pattern stand anywhere in a block, in a time that does not
/// depend on what is in the block: the Shift-Or algorithm of Baeza-Yates and Gonnet, in which each
/// bit of a word is one beginning of the pattern that may still become a match. Not thread-safe.
final class ShiftOr {

  /// How many bytes of a pattern are looked at.
  static final int MOST_BYTES = Long.SIZE;

  private static final int BLOCK_BYTES = 8 * LaneScanner.BLOCK_GROUPS;

  /// Each half of a block is gone through by itself, because each step waits for the one before it.
  private static final int HALF = BLOCK_BYTES / 2;

  private final int begin;
  private final int length;

  /// For each byte, the places in the pattern where it cannot stand, as bits that are set.
  private final long[] misfits = new long[256];

  private final byte[] block = new byte[BLOCK_BYTES + MOST_BYTES - 1];

  /// @param index of a byte of the pattern that is among those looked at
  ShiftOr(BytePattern pattern, int index) {
    length = Math.min(MOST_BYTES, pattern.length());
    begin = Math.clamp(index - length / 2, 0, pattern.length() - length);
    for (int value = 0; value < misfits.length; value++) {
      for (int i = 0; i < length; i++) {
        boolean fits = (value & pattern.mask(begin + i)) == pattern.value(begin + i);
        misfits[value] |= fits ? 0 : 1L << i;
      }
    }
  }

  /// Whether the bytes looked at stand where they do in a match.
  ///
  /// @param at the first of the places in question, of which there are as many as a block has
  ///   bytes; matches at all of them end within the bytes
  boolean mayHold(MemorySegment bytes, long at) {
    MemorySegment.copy(
        bytes, ValueLayout.JAVA_BYTE, at + begin, block, 0, BLOCK_BYTES + length - 1);
    byte[] block = this.block;
    long[] misfits = this.misfits;
    long first = -1;
    long second = -1;
    long never = -1;
    for (int i = 0; i < HALF + length - 1; i++) {
      first = first << 1 | misfits[block[i] & 0xff];
      second = second << 1 | misfits[block[HALF + i] & 0xff];
      never &= first & second;
    }
    return (never & 1L << length - 1) == 0;
  }
}
