package io.github.tensorloupe.analysis.search;

import module java.base;

/// The two bytes of a pattern that are looked for first.
///
/// @param first the index of one in the pattern
/// @param second the index of the other one, not before the first; the same where only one byte of
///   the pattern counts
record Anchors(int first, int second) {

  private static final int PIECES = 16;
  private static final int PIECE_BYTES = 256;

  /// How many bytes of the pattern are weighed in pairs.
  private static final int CANDIDATES = 6;

  /// Those that stand together least often in a sample of the bytes.
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
          // Of pairs that do not stand together at all, the one of rarer bytes.
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
