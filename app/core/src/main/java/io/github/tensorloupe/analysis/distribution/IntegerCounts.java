package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Counts integers of 32 or 64 bits by bucket.
final class IntegerCounts implements PartCounts {

  private static final int TILE = MomentSums.TILE;

  private final ElementType type;
  private final MagnitudeBuckets buckets;
  private final int unusedBits;

  /// The XOR mask that maps unsigned to signed order: the sign bit for `U64`, otherwise 0.
  private final long flip;

  private final long[] tile = new long[TILE];
  private final double[] numbers = new double[TILE];
  private final double[] rests = new double[TILE];
  private final long[] countByBucket;
  private long count;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  private final MomentSums moments;

  IntegerCounts(ElementType type) {
    this.type = type;
    buckets = MagnitudeBuckets.of(type);
    countByBucket = new long[buckets.size()];
    boolean signed = type.dtype().kind() == Dtype.Kind.SIGNED;
    moments = new MomentSums(type);
    unusedBits = signed ? Long.SIZE - type.partBits() : 0;
    flip = type.dtype() == Dtype.U64 ? Long.MIN_VALUE : 0;
  }

  @Override
  public void add(Chunk chunk) {
    moments.begin(chunk.byteOffset());
    for (int begin = 0; begin < chunk.partCount(); begin += TILE) {
      int length = Math.min(TILE, chunk.partCount() - begin);
      type.codes(chunk.bytes(), begin, tile, length);
      measure(length);
      addTile(length);
    }
  }

  private void measure(int length) {
    long low = min;
    long high = max;
    for (int i = 0; i < length; i++) {
      long value = tile[i] << unusedBits >> unusedBits;
      tile[i] = value;
      low = Math.min(low, value ^ flip);
      high = Math.max(high, value ^ flip);
    }
    min = low;
    max = high;
  }

  private void addTile(int length) {
    for (int i = 0; i < length; i++) {
      long value = tile[i];
      long rest = value & moments.restMask;
      numbers[i] = type.toDouble(value - rest);
      rests[i] = rest;
      countByBucket[buckets.index(value)]++;
    }
    moments.add(numbers, rests, length, 1);
    count += length;
  }

  @Override
  public void merge(PartCounts other) {
    IntegerCounts from = (IntegerCounts) other;
    moments.merge(from.moments);
    count += from.count;
    min = Math.min(min, from.min);
    max = Math.max(max, from.max);
    Arrays.setAll(countByBucket, i -> countByBucket[i] + from.countByBucket[i]);
  }

  @Override
  public Distribution result() {
    Cells.Builder cells = new Cells.Builder(buckets);
    for (int index = 0; index < countByBucket.length; index++) {
      cells.add(index, countByBucket[index]);
    }
    ValueCounts counts = new ValueCounts(count, 0, 0, 0, countByBucket[buckets.index(0)], 0);
    long mask = -1L >>> -type.partBits();
    long minRank = type.rankOf((min ^ flip) & mask);
    long maxRank = type.rankOf((max ^ flip) & mask);
    return new Distribution(
        counts, FiniteValues.of(type, minRank, maxRank, cells.cells()), moments.moments());
  }
}
