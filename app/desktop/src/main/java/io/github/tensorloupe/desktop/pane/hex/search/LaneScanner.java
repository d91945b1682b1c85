package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

/// Searches bytes at several positions at once. Not thread-safe.
///
/// A position is a lane of a word. The lanes of a word, or of six bytes, are a group.
abstract sealed class LaneScanner permits ElementScanner, PatternScanner {

  /// The number of groups that are tested together, without locating matches. With more groups,
  /// false candidates would cost too much; with fewer, vector instructions would not pay off.
  static final int BLOCK_GROUPS = 128;

  static final int NONE = -1;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final int laneBits;
  final int groupBytes;
  private final int lanesPerGroup;

  LaneScanner(int laneBits) {
    this.laneBits = laneBits;
    this.groupBytes = Long.SIZE % laneBits == 0 ? Long.BYTES : laneBits;
    this.lanesPerGroup = groupBytes * Byte.SIZE / laneBits;
  }

  /// Prepares for the bytes that are searched next.
  void prepare(MemorySegment bytes) {}

  /// Returns the number of bytes that are read from the beginning of a group, at least 8.
  int reach() {
    return Long.BYTES;
  }

  /// Returns true if a block may contain a match.
  ///
  /// @param at the index of the first byte; the bytes include the block and its reach
  abstract boolean mayContainMatch(MemorySegment bytes, long at);

  /// Returns the lanes of a group that may be matches, each as its highest bit.
  ///
  /// @param at the index of the first byte of the group, which may extend beyond the end
  abstract long marks(MemorySegment bytes, long at);

  /// Returns the marked lanes that are matches.
  ///
  /// @param group the group of the marks
  long confirmed(MemorySegment bytes, int group, long marks) {
    return marks;
  }

  /// Records that a block that might contain a match has been searched.
  void noteBlock(boolean heldMatch) {}

  /// Returns the first or last match in a range of lanes, or [#NONE].
  ///
  /// @param bytes begins with lane 0; contains all bytes of a match at the last lane
  /// @param forward true for the first match
  final int find(MemorySegment bytes, int from, int to, boolean forward) {
    int begin = from / lanesPerGroup;
    int end = Math.ceilDiv(to, lanesPerGroup);
    for (int done = 0; done < end - begin; done += BLOCK_GROUPS) {
      int groups = Math.min(BLOCK_GROUPS, end - begin - done);
      int block = forward ? begin + done : end - done - groups;
      if (mayContainMatch(bytes, block)) {
        int lane = findInBlock(bytes, block, groups, from, to, forward);
        noteBlock(lane != NONE);
        if (lane != NONE) {
          return lane;
        }
      }
    }
    return NONE;
  }

  private int findInBlock(
      MemorySegment bytes, int block, int groups, int from, int to, boolean forward) {
    for (int i = 0; i < groups; i++) {
      int group = forward ? block + i : block + groups - 1 - i;
      long matches = matches(bytes, group, from, to);
      if (matches != 0) {
        int bit =
            forward
                ? Long.numberOfTrailingZeros(matches)
                : Long.SIZE - 1 - Long.numberOfLeadingZeros(matches);
        return lane(group, bit);
      }
    }
    return NONE;
  }

  /// Counts the matches in a range of lanes.
  ///
  /// @param bytes as for [#find]
  final int count(MemorySegment bytes, int from, int to) {
    int groupEnd = Math.ceilDiv(to, lanesPerGroup);
    int count = 0;
    for (int group = from / lanesPerGroup; group < groupEnd; group += BLOCK_GROUPS) {
      if (mayContainMatch(bytes, group)) {
        int end = Math.min(groupEnd, group + BLOCK_GROUPS);
        int held = 0;
        for (int i = group; i < end; i++) {
          held += Long.bitCount(matches(bytes, i, from, to));
        }
        noteBlock(held > 0);
        count += held;
      }
    }
    return count;
  }

  /// @param bit the index of the bit of a mark
  final int lane(int group, int bit) {
    return group * lanesPerGroup + bit / laneBits;
  }

  /// Returns true if a block may contain a match; always true if its reach is beyond the end.
  private boolean mayContainMatch(MemorySegment bytes, int group) {
    long at = (long) group * groupBytes;
    long end = at + (long) (BLOCK_GROUPS - 1) * groupBytes + reach();
    return end > bytes.byteSize() || mayContainMatch(bytes, at);
  }

  /// Returns the matches of a group in a range of lanes, each as its highest bit.
  private long matches(MemorySegment bytes, int group, int from, int to) {
    long marks = marks(bytes, (long) group * groupBytes);
    int firstLane = group * lanesPerGroup;
    if (marks != 0 && firstLane < from) {
      marks &= -1L << (from - firstLane) * laneBits;
    }
    if (marks != 0 && firstLane + lanesPerGroup > to) {
      marks &= (1L << (to - firstLane) * laneBits) - 1;
    }
    return marks == 0 ? 0 : confirmed(bytes, group, marks);
  }

  /// Returns eight bytes as a number; bytes beyond the end are 0.
  static long word(MemorySegment bytes, long at) {
    if (at + Long.BYTES <= bytes.byteSize()) {
      return bytes.get(LONG, at);
    }
    long word = 0;
    for (long i = bytes.byteSize() - 1; i >= at; i--) {
      word = word << Byte.SIZE | bytes.get(BYTE, i) & 0xff;
    }
    return word;
  }

  /// Repeats a lane over a word; lanes of six bits over the low 48 bits.
  static long repeated(int bits, long lane) {
    long word = 0;
    for (int at = 0;
        at + bits <= (Long.SIZE % bits == 0 ? Long.SIZE : Byte.SIZE * bits);
        at += bits) {
      word |= lane << at;
    }
    return word;
  }

  /// Creates a scanner for one thread.
  static LaneScanner of(SearchPattern sought) {
    return switch (sought) {
      case BytePattern pattern -> new PatternScanner(pattern);
      case ElementTest test -> new ElementScanner(test);
    };
  }
}
