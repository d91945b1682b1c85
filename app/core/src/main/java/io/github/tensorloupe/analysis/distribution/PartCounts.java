package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.analysis.chunk.ChunkCounts;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Counts the parts of one tensor (the real and imaginary parts of `C64`, otherwise the elements)
/// to compute their distribution. Not thread-safe.
sealed interface PartCounts extends ChunkCounts<PartCounts, Distribution>
    permits PartCounts.SortedParts, PatternCounts, BucketCounts, RefinedCounts {

  /// With fewer parts than the number of possible codes divided by this, sorting the parts is
  /// faster than iterating over a table of all codes.
  int TABLE_DIVISOR = 16;

  /// The maximum number of parts that are stored and sorted, for dtypes wider than 16 bits.
  int SORTED_PARTS = 1 << 15;

  static PartCounts of(Dtype dtype, long partCount) {
    ElementType type = ElementType.of(dtype);
    if (type.partBits() <= 16) {
      return partCount < (1 << type.partBits()) / TABLE_DIVISOR
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

  final class SortedParts implements PartCounts {

    private final ElementType type;

    /// Maps unsigned to signed order: the sign bit for 64-bit ranks, otherwise 0.
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
