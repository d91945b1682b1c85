package io.github.tensorloupe.analysis.search;

import module java.base;

/// Looks for a [BytePattern]: two bytes of it, its anchors, are looked for everywhere; some more of
/// them, still several places at once, in the words where both are; and the whole pattern only
/// where those are too. Where the anchors are together in many blocks in vain, because every piece
/// of the pattern is frequent, [ShiftOr] looks first, so that no data cost a comparison at each
/// place.
final class PatternScanner extends LaneScanner {

  private static final long LOWEST = 0x0101_0101_0101_0101L;
  private static final long HIGHEST = LOWEST << 7;

  /// Other anchors are chosen where more than one block in so many was looked through in vain.
  private static final int BLOCKS_PER_FALSE_ONE = 16;

  /// The least number of blocks looked through in vain before that.
  private static final int FEW_BLOCKS = 8;

  /// The longest time, in preparations, without another choice.
  private static final int LONGEST_PAUSE = 256;

  /// How many bytes besides the anchors are looked for several places at once.
  private static final int MOST_OTHERS = 14;

  private final BytePattern pattern;
  private Anchors anchors = new Anchors(0, 0);
  private boolean isChosen;
  private long firstMask;
  private long firstValue;
  private long secondMask;
  private long secondValue;
  private int[] others = {};
  private boolean areAll;
  private Optional<ShiftOr> shiftOr = Optional.empty();

  /// The index of a byte that was missing from what looked like a match until then, or [#NONE].
  private int hardest = NONE;

  private int falseBlocks;
  private int pause;
  private int sinceChoice;

  PatternScanner(BytePattern pattern) {
    super(Byte.SIZE);
    this.pattern = pattern;
  }

  /// Chooses anchors that are rare in these bytes, at first and where the ones before turned out to
  /// be frequent; less and less often where no others are better.
  @Override
  void prepare(MemorySegment bytes) {
    sinceChoice++;
    long blocks = bytes.byteSize() / (8L * BLOCK_GROUPS);
    boolean areFrequent = falseBlocks > FEW_BLOCKS && falseBlocks > blocks / BLOCKS_PER_FALSE_ONE;
    if (!isChosen || areFrequent && sinceChoice > pause) {
      pause = Math.min(LONGEST_PAUSE, 2 * pause + 1);
      sinceChoice = 0;
      use(Anchors.rarest(pattern, bytes));
    }
    if (!areFrequent) {
      shiftOr = Optional.empty();
    } else if (shiftOr.isEmpty() || hardest != NONE) {
      shiftOr = Optional.of(new ShiftOr(pattern, hardest == NONE ? anchors.first() : hardest));
    }
    falseBlocks = 0;
    hardest = NONE;
  }

  private void use(Anchors chosen) {
    anchors = chosen;
    isChosen = true;
    firstMask = repeated(Byte.SIZE, pattern.mask(chosen.first()));
    firstValue = repeated(Byte.SIZE, pattern.value(chosen.first()));
    secondMask = repeated(Byte.SIZE, pattern.mask(chosen.second()));
    secondValue = repeated(Byte.SIZE, pattern.value(chosen.second()));
    int[] counting =
        IntStream.range(0, pattern.length())
            .filter(index -> index != chosen.first() && index != chosen.second())
            .filter(index -> pattern.mask(index) != 0)
            .toArray();
    areAll = counting.length <= MOST_OTHERS;
    others = areAll ? counting : Arrays.copyOf(counting, MOST_OTHERS);
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
  boolean mayHold(MemorySegment bytes, long at) {
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

  /// Without a branch, so that the compiler turns it into vector instructions. Where no lane is
  /// zero, subtracting borrows from none.
  private boolean mayHold(MemorySegment firsts, MemorySegment seconds) {
    long firstMask = this.firstMask;
    long firstValue = this.firstValue;
    long secondMask = this.secondMask;
    long secondValue = this.secondValue;
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
        word(bytes, at + anchors.first()) & firstMask ^ firstValue
            | word(bytes, at + anchors.second()) & secondMask ^ secondValue;
    long equal = equal(difference);
    for (int i = 0; equal != 0 && i < others.length; i++) {
      int index = others[i];
      difference |=
          word(bytes, at + index) & LOWEST * pattern.mask(index) ^ LOWEST * pattern.value(index);
      equal = equal(difference);
    }
    return equal;
  }

  /// The highest bits of the lanes that are zero.
  private static long equal(long difference) {
    return ~((difference & ~HIGHEST) + ~HIGHEST | difference) & HIGHEST;
  }

  @Override
  boolean marksAreMatches() {
    return areAll;
  }

  @Override
  boolean isMatch(MemorySegment bytes, int lane) {
    if (areAll || pattern.matches(bytes, lane)) {
      return true;
    }
    if (hardest == NONE) {
      hardest = pattern.mismatch(bytes, lane);
    }
    return false;
  }
}
