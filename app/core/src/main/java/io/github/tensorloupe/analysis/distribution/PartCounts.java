package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.analysis.chunk.ChunkCounts;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// The counts of the parts of one tensor, in integers only, so that the order does not matter. Not
/// thread-safe.
sealed interface PartCounts extends ChunkCounts<PartCounts, Distribution>
    permits SortedParts, PatternCounts, LeadingBitCounts, IntegerCounts {

  /// For tensors with fewer parts than this share of all codes of up to 16 bits, going through a
  /// table of all codes takes longer than sorting those that are there.
  int TABLE_SHARE = 16;

  /// For tensors of wider parts, up to so many of them are kept one by one.
  int SORTED_PARTS = 1 << 15;

  /// The way of counting that suits a tensor of so many parts.
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
}
