package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// Counts bytes by neighbouring pairs: half as many steps, and equal bytes that follow each other
/// do not wait for each other's count. Not thread-safe.
final class BytePairs {

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// With fewer bytes, filling and folding the table takes longer than it saves.
  static final int WORTH_BYTES = 1 << 18;

  private final int[] countByPair = new int[1 << Short.SIZE];

  /// Counts the bytes of a block.
  ///
  /// @param byteCount even; at most 2³² between two foldings
  void add(MemorySegment block, int byteCount) {
    int[] counts = countByPair;
    int pairCount = byteCount / 2;
    for (int i = 0; i < pairCount; i++) {
      counts[block.get(SHORT, 2L * i) & 0xffff]++;
    }
  }

  /// Adds the counts of single bytes to others, and begins anew.
  ///
  /// @param countByByte one for each of the 256 bytes
  void foldInto(long[] countByByte) {
    for (int pair = 0; pair < countByPair.length; pair++) {
      int count = countByPair[pair];
      if (count != 0) {
        countByByte[pair & 0xff] += count;
        countByByte[pair >>> Byte.SIZE] += count;
        countByPair[pair] = 0;
      }
    }
  }
}
