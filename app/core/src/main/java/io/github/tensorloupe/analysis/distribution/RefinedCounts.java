package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;

/// Counts values for the second time, in narrower buckets.
final class RefinedCounts implements PartCounts {

  private static final int TILE = 1024;

  private final Distribution usual;
  private final ElementType type;
  private final RankBuckets buckets;
  private final long[] countByKey;
  private final long[] tile = new long[TILE];

  /// @param usual what was counted the first time
  RefinedCounts(Distribution usual) {
    this.usual = usual;
    type = usual.values().type();
    buckets = Refinement.buckets(usual);
    countByKey = new long[(int) buckets.key(usual.values().maxRank()) + 1];
  }

  @Override
  public void add(Chunk chunk) {
    for (int begin = 0; begin < chunk.partCount(); begin += TILE) {
      int length = Math.min(TILE, chunk.partCount() - begin);
      type.codes(chunk.bytes(), begin, tile, length);
      for (int i = 0; i < length; i++) {
        long key = buckets.key(type.rankOf(tile[i]));
        // What is not finite lies outside.
        if (Long.compareUnsigned(key, countByKey.length) < 0) {
          countByKey[(int) key]++;
        }
      }
    }
  }

  @Override
  public void merge(PartCounts other) {
    RefinedCounts from = (RefinedCounts) other;
    for (int key = 0; key < countByKey.length; key++) {
      countByKey[key] += from.countByKey[key];
    }
  }

  @Override
  public Distribution distribution() {
    Cells.Builder cells =
        new Cells.Builder(buckets.shift() == 0 ? SingleValues.BUCKETS : buckets, 0);
    long counted = 0;
    for (int key = 0; key < countByKey.length; key++) {
      cells.add(buckets.shift() == 0 ? buckets.first(key) : key, countByKey[key]);
      counted += countByKey[key];
    }
    // Not so many if the file was written to in between.
    return counted == usual.counts().finite() ? usual.in(cells.cells()) : usual;
  }
}
