package io.github.tensorloupe.integrity.doctor;

import module java.base;

/// Tells of most names that they were added once only, and never so of one that was added twice.
/// Takes a few bytes for each name, whatever its length.
final class NameFilter {

  private static final int MAX_BITS = 1 << 30;
  private static final int BITS_PER_NAME = 32;

  private final int mask;
  private final BitSet once;
  private final BitSet again;

  /// @param nameCount how many names are likely to be added
  NameFilter(int nameCount) {
    long bits = Long.highestOneBit(Math.max(1L, (long) nameCount * BITS_PER_NAME));
    mask = (int) Math.min(MAX_BITS, bits) - 1;
    once = new BitSet(mask + 1);
    again = new BitSet(mask + 1);
  }

  void add(String name) {
    int place = place(name);
    if (once.get(place)) {
      again.set(place);
    } else {
      once.set(place);
    }
  }

  /// Whether the name was added more than once; may also say so where another name was.
  boolean mayBeRepeated(String name) {
    return again.get(place(name));
  }

  private int place(String name) {
    // Names that differ in a number only have hashes that lie close together.
    int spread = name.hashCode() * 0x9E3779B9;
    return (spread ^ spread >>> 15) & mask;
  }
}
