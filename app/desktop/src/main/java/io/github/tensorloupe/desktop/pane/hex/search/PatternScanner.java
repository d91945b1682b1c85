package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

/// Searches for a [BytePattern] in three steps. Two of its bytes, the anchors, are compared at all
/// positions. In words that contain both anchors, more bytes are compared, still at several
/// positions at once. The whole pattern is compared only if these bytes match too.
///
/// If many blocks contain the anchors but no match, because every part of the pattern is frequent,
/// [ShiftOr] tests the blocks first, so that no data requires a comparison at each position.
final class PatternScanner extends LaneScanner {

  private static final long LOWEST = 0x0101_0101_0101_0101L;
  private static final long HIGHEST = LOWEST << 7;

  /// Other anchors are chosen if more than one in this number of blocks was searched in vain.
  private static final int BLOCKS_PER_FALSE_ONE = 16;

  /// Other anchors are chosen only after more than this number of blocks searched in vain.
  private static final int FEW_BLOCKS = 8;

  /// The maximum number of preparations between two choices of anchors.
  private static final int MAX_PAUSE = 256;

  /// The maximum number of pattern bytes that are compared at several positions at once.
  private static final int MAX_COMPARED_BYTES = 16;

  private final BytePattern pattern;
  private Anchors anchors = new Anchors(0, 0);

  /// The indexes of the pattern bytes compared at several positions at once, the anchors first.
  private int[] comparedIndexes = {};

  /// For each of these bytes, its mask and its value, repeated over a word.
  private long[] masks = {};

  private long[] values = {};
  private boolean comparesAllBytes;
  private Optional<ShiftOr> shiftOr = Optional.empty();

  /// The index of the first mismatch of a false candidate, or [#NONE].
  private int firstMismatch = NONE;

  private int falseBlocks;
  private int pause;
  private int sinceChoice;

  PatternScanner(BytePattern pattern) {
    super(Byte.SIZE);
    this.pattern = pattern;
  }

  /// Chooses anchors that are rare in these bytes: initially, and if the current anchors turned out
  /// to be frequent. The choices become less frequent if no other anchors are better.
  @Override
  void prepare(MemorySegment bytes) {
    sinceChoice++;
    long blocks = bytes.byteSize() / (8L * BLOCK_GROUPS);
    boolean areFrequent = falseBlocks > FEW_BLOCKS && falseBlocks > blocks / BLOCKS_PER_FALSE_ONE;
    if (comparedIndexes.length == 0 || areFrequent && sinceChoice > pause) {
      pause = Math.min(MAX_PAUSE, 2 * pause + 1);
      sinceChoice = 0;
      use(Anchors.rarest(pattern, bytes));
    }
    if (!areFrequent) {
      shiftOr = Optional.empty();
    } else if (shiftOr.isEmpty() || firstMismatch != NONE) {
      shiftOr =
          Optional.of(
              new ShiftOr(pattern, firstMismatch == NONE ? anchors.first() : firstMismatch));
    }
    falseBlocks = 0;
    firstMismatch = NONE;
  }

  private void use(Anchors chosen) {
    anchors = chosen;
    IntStream others =
        IntStream.range(0, pattern.length())
            .filter(index -> index != chosen.first() && index != chosen.second())
            .filter(index -> pattern.mask(index) != 0);
    int[] all = IntStream.concat(IntStream.of(chosen.first(), chosen.second()), others).toArray();
    comparesAllBytes = all.length <= MAX_COMPARED_BYTES;
    comparedIndexes = comparesAllBytes ? all : Arrays.copyOf(all, MAX_COMPARED_BYTES);
    masks =
        Arrays.stream(comparedIndexes).mapToLong(index -> LOWEST * pattern.mask(index)).toArray();
    values =
        Arrays.stream(comparedIndexes).mapToLong(index -> LOWEST * pattern.value(index)).toArray();
  }

  @Override
  void noteBlock(boolean heldMatch) {
    falseBlocks += heldMatch ? 0 : 1;
  }

  @Override
  int reach() {
    return (shiftOr.isPresent() ? pattern.length() : anchors.second()) + Long.BYTES;
  }

  @Override
  boolean mayContainMatch(MemorySegment bytes, long at) {
    boolean hasAnchors =
        mayHold(
            bytes.asSlice(at + anchors.first(), 8L * BLOCK_GROUPS),
            bytes.asSlice(at + anchors.second(), 8L * BLOCK_GROUPS));
    if (hasAnchors && shiftOr.isPresent() && !shiftOr.get().mayHold(bytes, at)) {
      falseBlocks++;
      return false;
    }
    return hasAnchors;
  }

  /// Has no branch, so that the compiler vectorizes it. If no lane is zero, the subtraction does
  /// not borrow from any lane.
  private boolean mayHold(MemorySegment firsts, MemorySegment seconds) {
    long firstMask = masks[0];
    long firstValue = values[0];
    long secondMask = masks[1];
    long secondValue = values[1];
    long found = 0;
    for (int i = 0; i < BLOCK_GROUPS; i++) {
      long difference =
          firsts.get(LONG, 8L * i) & firstMask ^ firstValue
              | seconds.get(LONG, 8L * i) & secondMask ^ secondValue;
      found |= difference - LOWEST & ~difference;
    }
    return (found & HIGHEST) != 0;
  }

  @Override
  long marks(MemorySegment bytes, long at) {
    long difference =
        word(bytes, at + comparedIndexes[0]) & masks[0] ^ values[0]
            | word(bytes, at + comparedIndexes[1]) & masks[1] ^ values[1];
    long equal = equal(difference);
    for (int i = 2; equal != 0 && i < comparedIndexes.length; i++) {
      difference |= word(bytes, at + comparedIndexes[i]) & masks[i] ^ values[i];
      equal = equal(difference);
    }
    return equal;
  }

  private static long equal(long difference) {
    return ~((difference & ~HIGHEST) + ~HIGHEST | difference) & HIGHEST;
  }

  @Override
  long confirmed(MemorySegment bytes, int group, long marks) {
    long confirmed = marks;
    for (long rest = comparesAllBytes ? 0 : marks; rest != 0; rest &= rest - 1) {
      int lane = lane(group, Long.numberOfTrailingZeros(rest));
      if (!pattern.matches(bytes, lane)) {
        confirmed ^= Long.lowestOneBit(rest);
        firstMismatch = firstMismatch == NONE ? pattern.mismatch(bytes, lane) : firstMismatch;
      }
    }
    return confirmed;
  }

  /// Tests whether a block contains up to 64 bytes of a pattern, in time independent of its
  /// content. This is the Shift-Or algorithm by Baeza-Yates and Gonnet: each bit of a word
  /// represents a prefix of the pattern that may still become a match. Not thread-safe.
  static final class ShiftOr {

    /// The maximum number of tested bytes of a pattern.
    static final int MAX_BYTES = Long.SIZE;

    private static final int BLOCK_BYTES = 8 * LaneScanner.BLOCK_GROUPS;

    /// The halves of a block are processed independently in the same loop, because each step
    /// depends on the previous step of its half.
    private static final int HALF = BLOCK_BYTES / 2;

    private final int begin;
    private final int length;

    /// For each byte value, the positions in the pattern that it does not match, as bits.
    private final long[] misfits = new long[256];

    private final byte[] block = new byte[BLOCK_BYTES + MAX_BYTES - 1];

    /// @param index the index of a pattern byte that must be among the tested bytes
    ShiftOr(BytePattern pattern, int index) {
      length = Math.min(MAX_BYTES, pattern.length());
      begin = Math.clamp(index - length / 2, 0, pattern.length() - length);
      for (int value = 0; value < misfits.length; value++) {
        for (int i = 0; i < length; i++) {
          boolean fits = (value & pattern.mask(begin + i)) == pattern.value(begin + i);
          misfits[value] |= fits ? 0 : 1L << i;
        }
      }
    }

    /// Returns true if the tested bytes match at any position of a block.
    ///
    /// @param at the first position; there is one position per byte of the block, and matches at
    ///   all of them end inside the bytes
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

  /// The two bytes of a pattern that are compared first.
  ///
  /// @param first the index of the first anchor in the pattern
  /// @param second the index of the second anchor, not before the first; equal to it if only one
  ///   byte of the pattern has compared bits
  private record Anchors(int first, int second) {

    private static final int PIECES = 16;
    private static final int PIECE_BYTES = 256;
    private static final int CANDIDATES = 6;

    /// Returns the anchors that occur together least often in a sample of the bytes.
    static Anchors rarest(BytePattern pattern, MemorySegment bytes) {
      long[] counts = countsOfBytes(bytes);
      List<Integer> rarest =
          IntStream.range(0, pattern.length())
              .filter(index -> pattern.mask(index) != 0)
              .boxed()
              .sorted(Comparator.comparingLong(index -> count(pattern, index, counts)))
              .limit(CANDIDATES)
              .sorted()
              .toList();
      Anchors best = new Anchors(rarest.getFirst(), rarest.getFirst());
      long fewest = Long.MAX_VALUE;
      for (int first : rarest) {
        for (int second : rarest) {
          if (first < second) {
            Anchors pair = new Anchors(first, second);
            // Among pairs that never occur together, prefers rarer bytes.
            long weight =
                (long) pair.countTogether(pattern, bytes) * PIECES * PIECE_BYTES
                    + count(pattern, first, counts)
                    + count(pattern, second, counts);
            if (weight < fewest) {
              fewest = weight;
              best = pair;
            }
          }
        }
      }
      return best;
    }

    private static long[] countsOfBytes(MemorySegment bytes) {
      long[] counts = new long[256];
      for (int piece = 0; piece < PIECES; piece++) {
        long begin = begin(bytes, piece);
        long end = Math.min(bytes.byteSize(), begin + PIECE_BYTES);
        for (long at = begin; at < end; at++) {
          counts[bytes.get(ValueLayout.JAVA_BYTE, at) & 0xff]++;
        }
      }
      return counts;
    }

    private static long begin(MemorySegment bytes, int piece) {
      return Math.max(0, bytes.byteSize() - PIECE_BYTES) * piece / PIECES;
    }

    private static long count(BytePattern pattern, int index, long[] counts) {
      long count = 0;
      for (int value = 0; value < counts.length; value++) {
        count += (value & pattern.mask(index)) == pattern.value(index) ? counts[value] : 0;
      }
      return count;
    }

    private int countTogether(BytePattern pattern, MemorySegment bytes) {
      int distance = second - first;
      int count = 0;
      for (int piece = 0; piece < PIECES; piece++) {
        long begin = begin(bytes, piece);
        long end = Math.min(bytes.byteSize() - distance, begin + PIECE_BYTES);
        for (long at = begin; at < end; at++) {
          if (isAt(pattern, first, bytes, at) && isAt(pattern, second, bytes, at + distance)) {
            count++;
          }
        }
      }
      return count;
    }

    private static boolean isAt(BytePattern pattern, int index, MemorySegment bytes, long at) {
      return (bytes.get(ValueLayout.JAVA_BYTE, at) & pattern.mask(index)) == pattern.value(index);
    }
  }
}
