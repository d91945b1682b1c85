package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Counts integers of 32 or 64 bits.
final class IntegerCounts implements PartCounts {

  private static final int TILE = 2048;

  private final ElementType type;
  private final IntegerBuckets buckets;
  private final IntegerTally tally;
  private final int unusedBits;
  private final boolean signed;
  private final long[] tile = new long[TILE];

  /// Flips the sign bit, so that numbers ascend as signed ones.
  private final long flip;

  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  IntegerCounts(ElementType type) {
    this.type = type;
    buckets = IntegerBuckets.of(type);
    signed = type.dtype().kind() == Dtype.Kind.SIGNED;
    tally = new IntegerTally(buckets, signed);
    unusedBits = signed ? Long.SIZE - type.partBits() : 0;
    flip = type.dtype() == Dtype.U64 ? Long.MIN_VALUE : 0;
  }

  @Override
  public void add(Chunk chunk) {
    for (int begin = 0; begin < chunk.partCount(); begin += TILE) {
      int length = Math.min(TILE, chunk.partCount() - begin);
      type.codes(chunk.bytes(), begin, tile, length);
      addTile(length);
    }
  }

  private void addTile(int length) {
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
    tally.add(tile, length);
  }

  @Override
  public void merge(PartCounts other) {
    IntegerCounts from = (IntegerCounts) other;
    min = Math.min(min, from.min);
    max = Math.max(max, from.max);
    tally.merge(from.tally);
  }

  @Override
  public Distribution distribution() {
    Cells.Builder cells = new Cells.Builder(buckets, 0);
    for (int index = 0; index < buckets.size(); index++) {
      cells.add(index, tally.count(index));
    }
    ValueCounts counts = new ValueCounts(tally.count(), 0, 0, 0, tally.count(buckets.index(0)), 0);
    long mask = -1L >>> -type.partBits();
    return new Distribution(
        type,
        counts,
        type.rankOf((min ^ flip) & mask),
        type.rankOf((max ^ flip) & mask),
        tally.moments(0),
        cells.cells());
  }
}
