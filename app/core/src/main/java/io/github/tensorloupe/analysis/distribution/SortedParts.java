package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;

/// Keeps the parts of a small tensor one by one, as ranks, to sort them.
final class SortedParts implements PartCounts {

  private final ElementType type;
  private long[] ranks = {};

  SortedParts(ElementType type) {
    this.type = type;
  }

  @Override
  public void add(Chunk chunk) {
    int size = ranks.length;
    int count = chunk.partCount();
    long[] added = new long[count];
    type.codes(chunk.bytes(), 0, added, count);
    ranks = Arrays.copyOf(ranks, size + count);
    for (int i = 0; i < count; i++) {
      ranks[size + i] = type.rankOf(added[i]);
    }
  }

  @Override
  public void merge(PartCounts other) {
    long[] added = ((SortedParts) other).ranks;
    int size = ranks.length;
    ranks = Arrays.copyOf(ranks, size + added.length);
    System.arraycopy(added, 0, ranks, size, added.length);
  }

  @Override
  public Distribution result() {
    sortUnsigned();
    int distinct = 0;
    for (int i = 0; i < ranks.length; i++) {
      distinct += i == 0 || ranks[i] != ranks[i - 1] ? 1 : 0;
    }
    CodeTally tally = new CodeTally(type, distinct);
    for (int begin = 0; begin < ranks.length; ) {
      int end = begin + 1;
      while (end < ranks.length && ranks[end] == ranks[begin]) {
        end++;
      }
      tally.add(ranks[begin], end - begin);
      begin = end;
    }
    return tally.distribution();
  }

  /// With the sign flipped, unsigned numbers ascend as signed ones.
  private void sortUnsigned() {
    long flip = type.partBits() < Long.SIZE ? 0 : Long.MIN_VALUE;
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] ^= flip;
    }
    Arrays.sort(ranks);
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] ^= flip;
    }
  }
}
