package io.github.tensorloupe.analysis;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/// What one reading of `F32` numbers yields. Not thread-safe; tallies of two threads are merged, in
/// any order.
///
/// The upper half of the bits, the key, says in which bucket a number is, and the lower half how
/// far it is from the bucket's inner end. So a count and a sum of lower halves for each key, both
/// kept in one `long`, give the distribution and the exact sum at the price of one addition.
final class FloatTally {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int TILE = 2048;

  private static final int KEY_SHIFT = 16;
  private static final int LOW_MASK = (1 << KEY_SHIFT) - 1;
  private static final int MAGNITUDE_MASK = Integer.MAX_VALUE;
  private static final int SMALLEST_NORMAL = 1 << Float.PRECISION - 1;
  private static final int INFINITY = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
  private static final int LOWEST_EXPONENT = Float.MIN_EXPONENT - Float.PRECISION + 1;

  /// A count of one beside a sum of lower halves: 24 bits are left for the count, 40 for the sum.
  private static final int COUNT_SHIFT = 40;

  private static final long ONE = 1L << COUNT_SHIFT;
  private static final int PENDING_LIMIT = (1 << Long.SIZE - COUNT_SHIFT) - 1;

  private final int[] tile = new int[TILE];
  private final long[] pendingByKey = new long[1 << KEY_SHIFT];
  private int pendingCount;

  private final FloatBuckets buckets = new FloatBuckets(LOWEST_EXPONENT, Float.MAX_EXPONENT);
  private final long[] countByBucket = new long[buckets.size()];
  private final ExactSum sum = new ExactSum();
  private long nanCount;
  private long positiveInfinityCount;
  private long negativeInfinityCount;
  private long subnormalCount;

  /// The range, as ordered bits.
  private int min = Integer.MAX_VALUE;

  private int max = Integer.MIN_VALUE;

  /// Adds the first `count` numbers of a block.
  void add(MemorySegment block, int count) {
    for (int begin = 0; begin < count; begin += TILE) {
      int length = Math.min(TILE, count - begin);
      MemorySegment.copy(block, INT, 4L * begin, tile, 0, length);
      addTile(length);
    }
  }

  private void addTile(int length) {
    if (pendingCount > PENDING_LIMIT - length) {
      settle();
    }
    int low = Integer.MAX_VALUE;
    int high = Integer.MIN_VALUE;
    int subnormals = 0;
    for (int i = 0; i < length; i++) {
      int bits = tile[i];
      int ordered = ordered(bits);
      low = Math.min(low, ordered);
      high = Math.max(high, ordered);
      int magnitude = bits & MAGNITUDE_MASK;
      subnormals += (magnitude - SMALLEST_NORMAL >>> 31) - (magnitude - 1 >>> 31);
    }
    int finiteCount = length;
    if (low <= ordered(INFINITY | Integer.MIN_VALUE) || high >= INFINITY) {
      finiteCount = removeNonFinite(length);
    } else {
      min = Math.min(min, low);
      max = Math.max(max, high);
    }
    if (subnormals > 0) {
      finiteCount = removeSubnormals(finiteCount);
    }
    for (int i = 0; i < finiteCount; i++) {
      int bits = tile[i];
      pendingByKey[bits >>> KEY_SHIFT] += ONE + (bits & LOW_MASK);
    }
    pendingCount += finiteCount;
  }

  /// Bits as a signed integer that ascends with the number; doing it twice gives the bits again.
  private static int ordered(int bits) {
    return bits ^ bits >> 31 >>> 1;
  }

  /// Counts what is not finite in the tile, and moves the rest together.
  private int removeNonFinite(int length) {
    int kept = 0;
    for (int i = 0; i < length; i++) {
      int bits = tile[i];
      int magnitude = bits & MAGNITUDE_MASK;
      if (magnitude < INFINITY) {
        min = Math.min(min, ordered(bits));
        max = Math.max(max, ordered(bits));
        tile[kept++] = bits;
      } else if (magnitude > INFINITY) {
        nanCount++;
      } else if (bits > 0) {
        positiveInfinityCount++;
      } else {
        negativeInfinityCount++;
      }
    }
    return kept;
  }

  /// Counts the subnormals in the tile, whose keys say too little, and moves the rest together.
  private int removeSubnormals(int length) {
    int kept = 0;
    for (int i = 0; i < length; i++) {
      int bits = tile[i];
      int magnitude = bits & MAGNITUDE_MASK;
      if (magnitude == 0 || magnitude >= SMALLEST_NORMAL) {
        tile[kept++] = bits;
      } else {
        addSubnormal(Float.intBitsToFloat(bits));
      }
    }
    return kept;
  }

  private void addSubnormal(double value) {
    sum.expect(1);
    sum.add(Double.doubleToRawLongBits(value));
    countByBucket[buckets.index(Double.doubleToRawLongBits(value))]++;
    subnormalCount++;
  }

  private void settle() {
    for (int key = 0; key < pendingByKey.length; key++) {
      long pending = pendingByKey[key];
      if (pending != 0) {
        double innerEnd = Float.intBitsToFloat(key << KEY_SHIFT);
        long count = pending >>> COUNT_SHIFT;
        countByBucket[buckets.index(Double.doubleToRawLongBits(innerEnd))] += count;
        sum.add(innerEnd, count);
        sum.add(Math.copySign(Math.ulp((float) innerEnd), innerEnd), pending & ONE - 1);
      }
    }
    Arrays.fill(pendingByKey, 0);
    pendingCount = 0;
  }

  void merge(FloatTally other) {
    other.settle();
    nanCount += other.nanCount;
    positiveInfinityCount += other.positiveInfinityCount;
    negativeInfinityCount += other.negativeInfinityCount;
    subnormalCount += other.subnormalCount;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    sum.merge(other.sum);
    for (int i = 0; i < countByBucket.length; i++) {
      countByBucket[i] += other.countByBucket[i];
    }
  }

  RealTotals totals() {
    settle();
    return new RealTotals(
        nanCount,
        positiveInfinityCount,
        negativeInfinityCount,
        Arrays.stream(countByBucket).sum(),
        subnormalCount,
        Float.intBitsToFloat(ordered(min)),
        Float.intBitsToFloat(ordered(max)),
        sum,
        buckets,
        countByBucket);
  }
}
