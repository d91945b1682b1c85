package io.github.tensorloupe.compare;

import module java.base;

/// Counts for each bit of the codes of two tensors of one dtype in how many codes it differs. Not
/// thread-safe.
///
/// Differences are added up bit by bit in words whose bits count 1, 2, 4 and 8 each, as in a column
/// of binary numbers; only the carries out of sixteen words are counted one by one.
final class BitTally {

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int GROUP = 16;
  private static final int GROUP_BYTES = GROUP * Long.BYTES;

  private final int codeBits;

  /// Of each bit of a code the bits of a word that hold it.
  private final long[] masks;

  private final long[] counts;
  private final long[] words = new long[GROUP];
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
      for (; done + GROUP_BYTES <= byteCount; done += GROUP_BYTES) {
        addGroup(a, b, done);
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

  private void addGroup(MemorySegment a, MemorySegment b, long offset) {
    long any = 0;
    for (int i = 0; i < GROUP; i++) {
      long at = offset + (long) i * Long.BYTES;
      long word = a.get(LONG, at) ^ b.get(LONG, at);
      words[i] = word;
      any |= word;
    }
    if (any == 0) {
      return;
    }
    long carry = 0;
    for (int i = 0; i < GROUP; i += 8) {
      long twosA = carryOfOnes(words[i], words[i + 1]);
      long twosB = carryOfOnes(words[i + 2], words[i + 3]);
      long foursA = carryOfTwos(twosA, twosB);
      twosA = carryOfOnes(words[i + 4], words[i + 5]);
      twosB = carryOfOnes(words[i + 6], words[i + 7]);
      long foursB = carryOfTwos(twosA, twosB);
      long sum = fours ^ foursA;
      long eight = fours & foursA | sum & foursB;
      fours = sum ^ foursB;
      if (i == 0) {
        carry = eight;
      } else {
        sum = eights ^ carry;
        long sixteen = eights & carry | sum & eight;
        eights = sum ^ eight;
        count(sixteen, GROUP);
      }
    }
  }

  private long carryOfOnes(long left, long right) {
    long sum = ones ^ left;
    long carry = ones & left | sum & right;
    ones = sum ^ right;
    return carry;
  }

  private long carryOfTwos(long left, long right) {
    long sum = twos ^ left;
    long carry = twos & left | sum & right;
    twos = sum ^ right;
    return carry;
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
