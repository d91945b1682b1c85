package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.analysis.chunk.ChunkCounts;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// The counts of the parts of one tensor. The result does not depend on the assignment of chunks to
/// threads. Not thread-safe.
sealed interface PartCounts extends ChunkCounts<PartCounts, Distribution>
    permits PartCounts.SortedParts, PatternCounts, LeadingBitCounts, IntegerCounts, RefinedCounts {

  /// For tensors whose number of parts is less than the number of possible codes (of up to 16 bits)
  /// divided by this, sorting the parts is faster than iterating over a table of all codes.
  int TABLE_SHARE = 16;

  /// For tensors of wider parts, the maximum number of parts that are stored and sorted.
  int SORTED_PARTS = 1 << 15;

  /// Creates the most efficient counts for a dtype and a number of parts.
  static PartCounts of(Dtype dtype, long partCount) {
    ElementType type = ElementType.of(dtype);
    if (type.partBits() <= 16) {
      return partCount < (1 << type.partBits()) / TABLE_SHARE
          ? new SortedParts(type)
          : new PatternCounts(type);
    }
    if (partCount <= SORTED_PARTS) {
      return new SortedParts(type);
    }
    if (type.isInteger()) {
      return new IntegerCounts(type);
    }
    return type.partBits() == Float.SIZE ? new FloatCounts(type) : new DoubleCounts(type);
  }

  @Override
  void add(Chunk chunk);

  /// Stores the parts of a small tensor and sorts them.
  final class SortedParts implements PartCounts {

    private final ElementType type;

    /// Flips the sign bit of 64-bit ranks, so that they ascend like signed numbers.
    private final long flip;

    private long[] flippedRanks = {};

    SortedParts(ElementType type) {
      this.type = type;
      flip = type.partBits() < Long.SIZE ? 0 : Long.MIN_VALUE;
    }

    @Override
    public void add(Chunk chunk) {
      long[] added = new long[chunk.partCount()];
      type.codes(chunk.bytes(), 0, added, added.length);
      for (int i = 0; i < added.length; i++) {
        added[i] = type.rankOf(added[i]) ^ flip;
      }
      append(added);
    }

    @Override
    public void merge(PartCounts other) {
      append(((SortedParts) other).flippedRanks);
    }

    private void append(long[] added) {
      int size = flippedRanks.length;
      flippedRanks = Arrays.copyOf(flippedRanks, size + added.length);
      System.arraycopy(added, 0, flippedRanks, size, added.length);
    }

    @Override
    public Distribution result() {
      long[] ranks = flippedRanks;
      Arrays.sort(ranks);
      CodeTally tally = new CodeTally(type);
      for (int begin = 0; begin < ranks.length; ) {
        int end = begin + 1;
        while (end < ranks.length && ranks[end] == ranks[begin]) {
          end++;
        }
        tally.add(ranks[begin] ^ flip, end - begin);
        begin = end;
      }
      return tally.distribution();
    }
  }
}
