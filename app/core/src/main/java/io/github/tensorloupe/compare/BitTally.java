package io.github.tensorloupe.compare;

import module java.base;

/// Counts for each bit of the codes of two tensors of one dtype in how many codes it differs. Not
/// thread-safe.
///
/// Differences are added up bit by bit in words whose bits count 1, 2, 4 and 8 each, as in a column
/// of binary numbers; only the carries out of them are counted one by one.
final class BitTally {

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int GROUP = 8;
  private static final int MOST_WORDS = 1024;

  private final int codeBits;

  /// Of each bit of a code the bits of a word that hold it.
  private final long[] masks;

  private final long[] counts;
  private final long[] left = new long[MOST_WORDS];
  private final long[] right = new long[MOST_WORDS];
  private long ones;
  private long twos;
  private long fours;
  private long eights;

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
      for (int groups; (groups = groups(byteCount - done)) > 0; ) {
        MemorySegment.copy(a, LONG, done, left, 0, groups * GROUP);
        MemorySegment.copy(b, LONG, done, right, 0, groups * GROUP);
        addGroups(groups);
        done += (long) groups * GROUP * Long.BYTES;
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

  private static int groups(long byteCount) {
    return (int) Math.min(byteCount / Long.BYTES, MOST_WORDS) / GROUP;
  }

  private void addGroups(int groups) {
    long sum1 = ones;
    long sum2 = twos;
    long sum4 = fours;
    long[] a = left;
    long[] b = right;
    for (int i = 0; i < groups * GROUP; i += GROUP) {
      // The lines are full adders: of three words the sum, and the carry into the next column.
      long word = a[i] ^ b[i];
      long next = a[i + 1] ^ b[i + 1];
      long half = sum1 ^ word;
      long carryA = sum1 & word | half & next;
      sum1 = half ^ next;
      word = a[i + 2] ^ b[i + 2];
      next = a[i + 3] ^ b[i + 3];
      half = sum1 ^ word;
      long carryB = sum1 & word | half & next;
      sum1 = half ^ next;
      half = sum2 ^ carryA;
      long carryC = sum2 & carryA | half & carryB;
      sum2 = half ^ carryB;
      word = a[i + 4] ^ b[i + 4];
      next = a[i + 5] ^ b[i + 5];
      half = sum1 ^ word;
      carryA = sum1 & word | half & next;
      sum1 = half ^ next;
      word = a[i + 6] ^ b[i + 6];
      next = a[i + 7] ^ b[i + 7];
      half = sum1 ^ word;
      carryB = sum1 & word | half & next;
      sum1 = half ^ next;
      half = sum2 ^ carryA;
      long carryD = sum2 & carryA | half & carryB;
      sum2 = half ^ carryB;
      half = sum4 ^ carryC;
      addEight(sum4 & carryC | half & carryD);
      sum4 = half ^ carryD;
    }
    ones = sum1;
    twos = sum2;
    fours = sum4;
  }

  /// Every other carry out of the eights is counted by itself.
  private void addEight(long word) {
    long carry = eights & word;
    eights ^= word;
    count(carry, 2 * GROUP);
  }

  private void count(long word, int weight) {
    if (word != 0) {
      for (int bit = 0; bit < codeBits; bit++) {
        counts[bit] += (long) Long.bitCount(word & masks[bit]) * weight;
      }
    }
  }

  private void settle() {
    count(ones, 1);
    count(twos, 2);
    count(fours, 4);
    count(eights, 8);
    ones = twos = fours = eights = 0;
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
