package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;

/// Counts numbers of 32 or 64 bits by bucket.
///
/// Methods expect numbers as ordered bits: a signed integer with the order of the numbers.
abstract sealed class BucketCounts implements PartCounts
    permits FloatCounts, DoubleCounts, IntegerCounts {

  final ElementType type;
  final MomentSums moments;
  final MagnitudeBuckets buckets;
  final long[] countByBucket;

  /// The counts of zeros and normal numbers by their leading bits, since the last call of [#flush];
  /// `int` values to save space in the caches. Empty for integers.
  final int[] pendingByKey;

  private final int tileSize;
  private final long infinity;
  private final long smallestNormal;
  private int pendingCount;
  private long nan;
  private long positiveInfinity;
  private long negativeInfinity;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  BucketCounts(ElementType type, int tileSize, int keyBits) {
    this.type = type;
    this.tileSize = tileSize;
    moments = new MomentSums(type);
    buckets = MagnitudeBuckets.of(type);
    countByBucket = new long[buckets.size()];
    pendingByKey = new int[type.isInteger() ? 0 : 1 << keyBits];
    infinity = type.isInteger() ? 0 : type.encode(Double.POSITIVE_INFINITY);
    smallestNormal = infinity & -infinity;
  }

  @Override
  public final void add(Chunk chunk) {
    int count = chunk.partCount();
    reservePending(count);
    moments.begin(chunk.byteOffset());
    for (int begin = 0; begin < count; begin += tileSize) {
      addTile(chunk.bytes(), begin, Math.min(tileSize, count - begin));
    }
  }

  abstract void addTile(MemorySegment bytes, int begin, int length);

  /// Announces an addition to [#pendingByKey]. Flushes the counts if their sum might overflow.
  final void reservePending(int count) {
    if (pendingCount > Integer.MAX_VALUE - count) {
      flush();
    }
    pendingCount += count;
  }

  private void flush() {
    int keyBits = Integer.numberOfTrailingZeros(pendingByKey.length);
    for (int key = 0; key < pendingByKey.length; key++) {
      if (pendingByKey[key] != 0) {
        long rank = type.rankOf((long) key << type.partBits() - keyBits);
        countByBucket[(int) buckets.key(rank)] += pendingByKey[key];
        pendingByKey[key] = 0;
      }
    }
    pendingCount = 0;
  }

  /// Includes the range of a tile if all its numbers are ordinary (zero or normal).
  ///
  /// @param smallestMinusOne the smallest nonzero magnitude minus 1
  /// @return the largest magnitude, or -1 if a number is subnormal or not finite
  final long includeOrdinary(long low, long high, long smallestMinusOne) {
    if (low <= ~infinity || high >= infinity || smallestMinusOne < smallestNormal - 1) {
      return -1;
    }
    includeRange(low, high);
    return Math.max(high, low < 0 ? ~low : 0);
  }

  final void includeRange(long lowest, long highest) {
    min = Math.min(min, lowest);
    max = Math.max(max, highest);
  }

  /// Counts occurrences of a floating-point number. Returns true if it is finite.
  final boolean count(long ordered, int count) {
    long magnitude = ordered ^ ordered >> 63;
    if (magnitude > infinity) {
      nan += count;
    } else if (magnitude < infinity) {
      includeRange(ordered, ordered);
      countByBucket[(int) buckets.key(rank(ordered))] += count;
      return true;
    } else if (ordered > 0) {
      positiveInfinity += count;
    } else {
      negativeInfinity += count;
    }
    return false;
  }

  long rank(long ordered) {
    return buckets.zeroRank + (ordered == -1 ? 0 : ordered);
  }

  @Override
  public void merge(PartCounts other) {
    BucketCounts from = (BucketCounts) other;
    from.flush();
    nan += from.nan;
    positiveInfinity += from.positiveInfinity;
    negativeInfinity += from.negativeInfinity;
    includeRange(from.min, from.max);
    moments.merge(from.moments);
    Arrays.setAll(countByBucket, key -> countByBucket[key] + from.countByBucket[key]);
  }

  @Override
  public Distribution result() {
    flush();
    Cells.Builder cells = new Cells.Builder(buckets);
    long finite = 0;
    long subnormal = 0;
    for (int key = 0; key < countByBucket.length; key++) {
      long count = countByBucket[key];
      cells.add(key, count);
      finite += count;
      subnormal += buckets.isSubnormal(key) ? count : 0;
    }
    long zero = countByBucket[buckets.zeroKey];
    ValueCounts counts =
        new ValueCounts(finite, nan, positiveInfinity, negativeInfinity, zero, subnormal);
    FiniteValues values = FiniteValues.of(type, rank(min), rank(max), cells.cells());
    return new Distribution(counts, values, moments.moments());
  }
}
