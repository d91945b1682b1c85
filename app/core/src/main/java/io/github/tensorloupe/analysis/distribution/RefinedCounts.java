package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;

/// Counts values in a second read, in narrower buckets. If all values are close together, for
/// example around 1000, a few default buckets contain all of them, and a histogram would not show
/// the shape of the distribution.
final class RefinedCounts implements PartCounts {

  private static final int TILE = 1024;
  private static final int FEW_BUCKETS = 256;

  private static final int BUCKET_BITS = 16;

  private final Distribution coarse;
  private final ElementType type;
  private final RankBuckets buckets;
  private final long[] countByKey;
  private final long[] tile = new long[TILE];

  RefinedCounts(Distribution coarse) {
    this.coarse = coarse;
    type = coarse.values.type();
    buckets = RankBuckets.of(coarse.values);
    countByKey = new long[(int) buckets.key(coarse.values.maxRank()) + 1];
  }

  @Override
  public void add(Chunk chunk) {
    for (int begin = 0; begin < chunk.partCount(); begin += TILE) {
      int length = Math.min(TILE, chunk.partCount() - begin);
      type.codes(chunk.bytes(), begin, tile, length);
      for (int i = 0; i < length; i++) {
        long key = buckets.key(type.rankOf(tile[i]));
        // Non-finite values are outside the range of keys.
        if (Long.compareUnsigned(key, countByKey.length) < 0) {
          countByKey[(int) key]++;
        }
      }
    }
  }

  @Override
  public void merge(PartCounts other) {
    RefinedCounts from = (RefinedCounts) other;
    Arrays.setAll(countByKey, key -> countByKey[key] + from.countByKey[key]);
  }

  @Override
  public Distribution result() {
    Cells.Builder builder = new Cells.Builder(buckets);
    for (int key = 0; key < countByKey.length; key++) {
      builder.add(key, countByKey[key]);
    }
    if (Arrays.stream(countByKey).sum() != coarse.counts().finite()) {
      // The file changed between the two reads.
      return coarse;
    }
    Cells cells = builder.cells();
    FiniteValues values =
        coarse.values.with(buckets.shift() == 0 ? cells.in(Buckets.SINGLE) : cells);
    return new Distribution(coarse.counts(), values, coarse.moments);
  }

  static boolean isNeeded(Distribution distribution) {
    if (!distribution.hasFinite() || distribution.isExact()) {
      return false;
    }
    FiniteValues values = distribution.values;
    Buckets usual = Buckets.of(values.type());
    return isAwayFromZero(values)
        && usual.key(values.maxRank()) - usual.key(values.minRank()) < FEW_BUCKETS;
  }

  /// Returns true for positive integers, and for normal floating-point numbers of one sign.
  private static boolean isAwayFromZero(FiniteValues values) {
    ElementType type = values.type();
    double min = values.value(values.minRank());
    double max = values.value(values.maxRank());
    if (type.isInteger()) {
      return min > 0;
    }
    double smallest = type.partBits() == Float.SIZE ? Float.MIN_NORMAL : Double.MIN_NORMAL;
    return min >= smallest || max <= -smallest;
  }

  /// Buckets that all contain the same number of ranks.
  ///
  /// @param base the lowest rank in the first bucket: a multiple of the number of ranks per bucket,
  ///   so that each bucket is contained in one default bucket
  /// @param shift the binary logarithm of the number of ranks per bucket
  record RankBuckets(long base, int shift) implements Buckets {

    static RankBuckets of(FiniteValues values) {
      long range = values.maxRank() - values.minRank();
      int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(range) - BUCKET_BITS);
      return new RankBuckets(values.minRank() & -1L << shift, shift);
    }

    @Override
    public long key(long rank) {
      return rank - base >>> shift;
    }

    @Override
    public long first(long key) {
      return base + (key << shift);
    }

    @Override
    public long last(long key) {
      return first(key) + (1L << shift) - 1;
    }
  }
}
