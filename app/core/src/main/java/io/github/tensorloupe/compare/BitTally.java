package io.github.tensorloupe.compare;

import module java.base;

/// Counts for each bit of the codes of two tensors of one dtype in how many codes it differs. Not
/// thread-safe.
///
/// Differences are added up bit by bit: the lanes of a row are words whose bits all count as much,
/// and of three rows a full adder makes their sum and a row of carries that counts twice. Only what
/// is left in the end is counted one by one. The loops become vector instructions.
final class BitTally {

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int LANES = 64;
  private static final int BATCH_WORDS = 4 * LANES;
  private static final int CARRY = 3 * LANES;

  /// Rows that count 2 to the power of their level: the sum so far, two that wait to be added to
  /// it, and the carries of that. In one array, so that the compiler sees that they do not overlap.
  private static final class Level {

    private final long[] rows = new long[4 * LANES];
    private int waitingCount;
  }

  private final int codeBits;

  /// Of each bit of a code the bits of a word that hold it.
  private final long[] masks;

  private final long[] counts;
  private final long[] left = new long[BATCH_WORDS];
  private final long[] right = new long[BATCH_WORDS];
  private final List<Level> levels = new ArrayList<>();

  /// @param codeBits 4, 6, 8, 16, 32 or 64
  BitTally(int codeBits) {
    this.codeBits = codeBits;
    masks = new long[codeBits];
    counts = new long[codeBits];
    for (int bit = 0; bit < wordBits(); bit++) {
      masks[bit % codeBits] |= 1L << bit;
    }
  }

  /// The bits of a word that are codes: six-bit codes fill 6 bytes.
  private int wordBits() {
    return codeBits == 6 ? 48 : Long.SIZE;
  }

  /// Counts bytes that begin with a code and hold whole codes.
  void add(MemorySegment a, MemorySegment b) {
    long byteCount = a.byteSize();
    long done = 0;
    if (wordBits() == Long.SIZE) {
      for (; byteCount - done >= BATCH_WORDS * Long.BYTES; done += BATCH_WORDS * Long.BYTES) {
        MemorySegment.copy(a, LONG, done, left, 0, BATCH_WORDS);
        MemorySegment.copy(b, LONG, done, right, 0, BATCH_WORDS);
        addBatch();
      }
    }
    int wordBytes = wordBits() / Byte.SIZE;
    for (; done < byteCount; done += wordBytes) {
      long word = 0;
      for (int i = (int) Math.min(wordBytes, byteCount - done) - 1; i >= 0; i--) {
        int difference =
            a.get(ValueLayout.JAVA_BYTE, done + i) ^ b.get(ValueLayout.JAVA_BYTE, done + i);
        word = word << Byte.SIZE | difference & 0xff;
      }
      count(word, 1);
    }
  }

  private void addBatch() {
    long[] words = left;
    long[] others = right;
    for (int i = 0; i < BATCH_WORDS; i++) {
      words[i] ^= others[i];
    }
    for (int begin = 0; begin < BATCH_WORDS; begin += LANES) {
      add(0, words, begin);
    }
  }

  /// Adds a row to a level, and every other time the carries to the next one.
  private void add(int level, long[] from, int begin) {
    if (level == levels.size()) {
      levels.add(new Level());
    }
    Level own = levels.get(level);
    own.waitingCount++;
    System.arraycopy(from, begin, own.rows, own.waitingCount * LANES, LANES);
    if (own.waitingCount == 2) {
      own.waitingCount = 0;
      addFully(own.rows);
      add(level + 1, own.rows, CARRY);
    }
  }

  private static void addFully(long[] rows) {
    for (int lane = 0; lane < LANES; lane++) {
      long first = rows[LANES + lane];
      long half = rows[lane] ^ first;
      rows[CARRY + lane] = rows[lane] & first | half & rows[2 * LANES + lane];
    }
    for (int lane = 0; lane < LANES; lane++) {
      rows[lane] ^= rows[LANES + lane] ^ rows[2 * LANES + lane];
    }
  }

  private void count(long word, long weight) {
    if (word != 0) {
      for (int bit = 0; bit < codeBits; bit++) {
        counts[bit] += Long.bitCount(word & masks[bit]) * weight;
      }
    }
  }

  private void settle() {
    for (int level = 0; level < levels.size(); level++) {
      Level own = levels.get(level);
      for (int i = 0; i < (1 + own.waitingCount) * LANES; i++) {
        count(own.rows[i], 1L << level);
      }
    }
    levels.clear();
  }

  void merge(BitTally other) {
    other.settle();
    for (int bit = 0; bit < codeBits; bit++) {
      counts[bit] += other.counts[bit];
    }
  }

  /// From the lowest bit up.
  List<Long> counts() {
    settle();
    return Arrays.stream(counts).boxed().toList();
  }
}
