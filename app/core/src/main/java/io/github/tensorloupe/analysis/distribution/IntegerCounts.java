package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Counts integers of 32 or 64 bits by bucket, and computes the exact sums of the integers and of
/// their squares.
final class IntegerCounts implements PartCounts {

  private static final int TILE = 2048;
  private static final long LOW_MASK = 0xffff_ffffL;

  /// Up to this number of additions, each sum of 32-bit pieces fits into 63 bits.
  private static final long PENDING_LIMIT = 1L << 30;

  private final ElementType type;
  private final MagnitudeBuckets buckets;
  private final int unusedBits;

  /// All bits if the numbers are signed, otherwise 0.
  private final long signMask;

  /// Flips the sign bit of 64-bit unsigned numbers, so that they ascend like signed numbers.
  private final long flip;

  private final long[] tile = new long[TILE];
  private final long[] countByBucket;
  private long count;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  private long lowSum;
  private long highSum;

  /// The squares in pieces of 32 bits, the lowest first.
  private final long[] squareSums = new long[4];

  private long pendingCount;
  private Moments settled = Moments.NONE;

  IntegerCounts(ElementType type) {
    this.type = type;
    buckets = MagnitudeBuckets.of(type);
    countByBucket = new long[buckets.size()];
    boolean signed = type.dtype().kind() == Dtype.Kind.SIGNED;
    signMask = signed ? -1 : 0;
    unusedBits = signed ? Long.SIZE - type.partBits() : 0;
    flip = type.dtype() == Dtype.U64 ? Long.MIN_VALUE : 0;
  }

  @Override
  public void add(Chunk chunk) {
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
    pendingCount += length;
    if (pendingCount > PENDING_LIMIT) {
      settle();
      pendingCount = length;
    }
    long lows = 0;
    long highs = 0;
    long square0 = 0;
    long square1 = 0;
    long square2 = 0;
    long square3 = 0;
    for (int i = 0; i < length; i++) {
      long value = tile[i];
      long sign = value >> 63 & signMask;
      lows += value & LOW_MASK;
      highs += (value >>> 32) - (sign & 1L << 32);
      long magnitude = (value ^ sign) - sign;
      long squareLow = magnitude * magnitude;
      long squareHigh = Math.unsignedMultiplyHigh(magnitude, magnitude);
      square0 += squareLow & LOW_MASK;
      square1 += squareLow >>> 32;
      square2 += squareHigh & LOW_MASK;
      square3 += squareHigh >>> 32;
      countByBucket[buckets.index(value)]++;
    }
    lowSum += lows;
    highSum += highs;
    squareSums[0] += square0;
    squareSums[1] += square1;
    squareSums[2] += square2;
    squareSums[3] += square3;
    count += length;
  }

  private void settle() {
    BigInteger sum = BigInteger.valueOf(highSum).shiftLeft(32).add(BigInteger.valueOf(lowSum));
    BigInteger squareSum = BigInteger.ZERO;
    for (int piece = 0; piece < squareSums.length; piece++) {
      squareSum = squareSum.add(BigInteger.valueOf(squareSums[piece]).shiftLeft(32 * piece));
      squareSums[piece] = 0;
    }
    settled = settled.plus(new Moments(sum, squareSum, 0));
    lowSum = 0;
    highSum = 0;
    pendingCount = 0;
  }

  @Override
  public void merge(PartCounts other) {
    IntegerCounts from = (IntegerCounts) other;
    from.settle();
    settled = settled.plus(from.settled);
    count += from.count;
    min = Math.min(min, from.min);
    max = Math.max(max, from.max);
    Arrays.setAll(countByBucket, i -> countByBucket[i] + from.countByBucket[i]);
  }

  @Override
  public Distribution result() {
    settle();
    Cells.Builder cells = new Cells.Builder(buckets);
    for (int index = 0; index < countByBucket.length; index++) {
      cells.add(index, countByBucket[index]);
    }
    ValueCounts counts = new ValueCounts(count, 0, 0, 0, countByBucket[buckets.index(0)], 0);
    long mask = -1L >>> -type.partBits();
    long minRank = type.rankOf((min ^ flip) & mask);
    long maxRank = type.rankOf((max ^ flip) & mask);
    return new Distribution(
        counts, FiniteValues.of(type, minRank, maxRank, cells.cells()), settled);
  }
}
