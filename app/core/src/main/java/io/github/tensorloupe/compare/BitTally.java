package io.github.tensorloupe.compare;

import module java.base;

/// The number of codes that differ in each bit position. Not thread-safe.
///
/// Uses carry-save adders on rows of words: a vectorized loop reduces eight rows of equal weight to
/// rows of 1, 2, 4 and 8 times the weight. Only the remaining rows are counted bit by bit.
final class BitTally {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// The number of words in a row: a multiple of three, so that rows contain whole 6-bit codes.
  private static final int ROW = 96;

  private static final int ROWS = 8;
  private static final int BATCH_BYTES = ROWS * ROW * Integer.BYTES;

  /// The maximum number of bytes that are counted bit by bit.
  private static final int TINY_BYTES = 64;

  /// Pending rows of equal weight, the sums of weight 1, 2 and 4, and the carries. A single array
  /// allows the compiler to prove that rows do not overlap.
  private static final class Level {

    private final int[] rows = new int[(ROWS + 4) * ROW];
    private int waitingCount;
  }

  private final int codeBits;
  private final long[] counts;

  /// The words of a batch, created by the first batch: most tensors of some models are tiny.
  private int[] left;

  private int[] right;

  /// The levels in ascending order; each has 8 times the weight of the previous level.
  private final List<Level> levels = new ArrayList<>();

  BitTally(int codeBits) {
    this.codeBits = codeBits;
    counts = new long[codeBits];
  }

  void add(MemorySegment a, MemorySegment b) {
    if (a.byteSize() <= TINY_BYTES) {
      addTiny(a, b);
      return;
    }
    if (left == null) {
      left = new int[ROWS * ROW];
      right = new int[ROWS * ROW];
    }
    if (levels.isEmpty()) {
      levels.add(new Level());
    }
    for (long begin = 0; begin < a.byteSize(); begin += BATCH_BYTES) {
      read(a, begin, left);
      read(b, begin, right);
      subtract(left, right, levels.getFirst().rows);
      carry(0);
    }
  }

  private void addTiny(MemorySegment a, MemorySegment b) {
    for (int i = 0; i < a.byteSize(); i++) {
      int difference = a.get(ValueLayout.JAVA_BYTE, i) ^ b.get(ValueLayout.JAVA_BYTE, i);
      count(difference & 0xff, i * Byte.SIZE, 1);
    }
  }

  private static void read(MemorySegment bytes, long begin, int[] words) {
    int count = (int) Math.min(BATCH_BYTES, bytes.byteSize() - begin);
    int whole = count / Integer.BYTES;
    MemorySegment.copy(bytes, INT, begin, words, 0, whole);
    Arrays.fill(words, whole, words.length, 0);
    for (int i = whole * Integer.BYTES; i < count; i++) {
      int part = bytes.get(ValueLayout.JAVA_BYTE, begin + i) & 0xff;
      words[whole] |= part << i % Integer.BYTES * Byte.SIZE;
    }
  }

  private static void subtract(int[] left, int[] right, int[] rows) {
    for (int i = 0; i < ROWS * ROW; i++) {
      rows[i] = left[i] ^ right[i];
    }
  }

  private void carry(int level) {
    int[] rows = levels.get(level).rows;
    addUp(rows);
    if (level + 1 == levels.size()) {
      levels.add(new Level());
    }
    Level next = levels.get(level + 1);
    System.arraycopy(rows, (ROWS + 3) * ROW, next.rows, next.waitingCount * ROW, ROW);
    next.waitingCount++;
    if (next.waitingCount == ROWS) {
      carry(level + 1);
      next.waitingCount = 0;
    }
  }

  private static void addUp(int[] rows) {
    for (int i = 0; i < ROW; i++) {
      int ones = rows[i + 8 * ROW];
      int twos = rows[i + 9 * ROW];
      int fours = rows[i + 10 * ROW];
      int half = ones ^ rows[i];
      int two0 = ones & rows[i] | half & rows[i + ROW];
      ones = half ^ rows[i + ROW];
      half = ones ^ rows[i + 2 * ROW];
      int two1 = ones & rows[i + 2 * ROW] | half & rows[i + 3 * ROW];
      ones = half ^ rows[i + 3 * ROW];
      half = ones ^ rows[i + 4 * ROW];
      int two2 = ones & rows[i + 4 * ROW] | half & rows[i + 5 * ROW];
      ones = half ^ rows[i + 5 * ROW];
      half = ones ^ rows[i + 6 * ROW];
      int two3 = ones & rows[i + 6 * ROW] | half & rows[i + 7 * ROW];
      rows[i + 8 * ROW] = half ^ rows[i + 7 * ROW];
      half = twos ^ two0;
      int four0 = twos & two0 | half & two1;
      twos = half ^ two1;
      half = twos ^ two2;
      int four1 = twos & two2 | half & two3;
      rows[i + 9 * ROW] = half ^ two3;
      half = fours ^ four0;
      rows[i + 11 * ROW] = fours & four0 | half & four1;
      rows[i + 10 * ROW] = half ^ four1;
    }
  }

  private void flush() {
    long weight = 1;
    for (Level level : levels) {
      for (int row = 0; row < level.waitingCount; row++) {
        count(level.rows, row, weight);
      }
      for (int row = 0; row < 3; row++) {
        count(level.rows, ROWS + row, weight << row);
      }
      weight *= ROWS;
    }
    levels.clear();
  }

  private void count(int[] rows, int row, long weight) {
    for (int i = 0; i < ROW; i++) {
      count(rows[row * ROW + i], i * Integer.SIZE, weight);
    }
  }

  private void count(int word, int firstBit, long weight) {
    for (int rest = word; rest != 0; rest &= rest - 1) {
      counts[(firstBit + Integer.numberOfTrailingZeros(rest)) % codeBits] += weight;
    }
  }

  void merge(BitTally other) {
    other.flush();
    Arrays.setAll(counts, bit -> counts[bit] + other.counts[bit]);
  }

  /// Returns the number of differences of each bit, starting with the lowest bit.
  List<Long> counts() {
    flush();
    return Arrays.stream(counts).boxed().toList();
  }
}
