package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;

/// Counts floating-point numbers of 32 or 64 bits by sign, exponent and the next 7 bits. Subnormal
/// numbers, which are rare, are counted separately, in the buckets of [MagnitudeBuckets].
///
/// Methods expect numbers as ordered bits: a signed integer with the order of the numbers.
abstract sealed class LeadingBitCounts implements PartCounts permits FloatCounts, DoubleCounts {

  final ElementType type;
  final MomentSums moments;

  /// The counts of zeros and normal numbers by their leading bits.
  final long[] countByKey;

  private final MagnitudeBuckets buckets;
  private final long infinity;
  private final long smallestNormal;

  /// The counts of subnormal numbers by bucket, beginning with the lowest.
  private final long[] subnormalCounts;

  private long nan;
  private long positiveInfinity;
  private long negativeInfinity;

  private long min = Long.MAX_VALUE;

  private long max = Long.MIN_VALUE;

  /// @param keyBits the number of leading bits that form a key of `countByKey`
  /// @param fractionBits the number of fraction bits of the dtype
  LeadingBitCounts(ElementType type, int keyBits, int fractionBits) {
    this.type = type;
    moments = new MomentSums(type);
    countByKey = new long[1 << keyBits];
    buckets = MagnitudeBuckets.of(type);
    subnormalCounts = new long[2 * buckets.subnormalCount];
    smallestNormal = 1L << fractionBits;
    infinity = (1L << type.partBits() - 1) - smallestNormal;
  }

  /// Adds pending counts to `countByKey`.
  abstract void settle();

  /// Includes the range of a tile if all its numbers are ordinary (zero or normal).
  ///
  /// @param smallestMinusOne the smallest nonzero magnitude minus 1
  /// @return the largest magnitude, or -1 if a number is subnormal or not finite
  final long includeOrdinary(long low, long high, long smallestMinusOne) {
    if (low <= ~infinity || high >= infinity || smallestMinusOne < smallestNormal - 1) {
      return -1;
    }
    include(low, high);
    return Math.max(high, low < 0 ? ~low : 0);
  }

  private void include(long lowest, long highest) {
    min = Math.min(min, lowest);
    max = Math.max(max, highest);
  }

  /// Counts a subnormal or non-finite number. The caller counts ordinary numbers.
  ///
  /// @param count the number of occurrences
  /// @return true if the number is ordinary
  final boolean countUnlessOrdinary(long ordered, int count) {
    long magnitude = ordered ^ ordered >> 63;
    if (magnitude >= infinity) {
      addNonFinite(ordered, magnitude, count);
      return false;
    }
    include(ordered, ordered);
    if (magnitude >= smallestNormal || magnitude == 0) {
      return true;
    }
    subnormalCounts[(int) (buckets.key(rank(ordered)) - firstSubnormalKey())] += count;
    moments.add(type.toDouble(type.codeAtRank(rank(ordered))), 0, count);
    return false;
  }

  private void addNonFinite(long ordered, long magnitude, int count) {
    if (magnitude > infinity) {
      nan += count;
    } else if (ordered > 0) {
      positiveInfinity += count;
    } else {
      negativeInfinity += count;
    }
  }

  /// Returns the rank of a number; −0 has the rank of 0.
  private long rank(long ordered) {
    return buckets.zeroRank + (ordered == -1 ? 0 : ordered);
  }

  private long firstSubnormalKey() {
    return buckets.zeroKey - buckets.subnormalCount;
  }

  @Override
  public void merge(PartCounts other) {
    LeadingBitCounts from = (LeadingBitCounts) other;
    from.settle();
    nan += from.nan;
    positiveInfinity += from.positiveInfinity;
    negativeInfinity += from.negativeInfinity;
    include(from.min, from.max);
    moments.merge(from.moments);
    Arrays.setAll(subnormalCounts, i -> subnormalCounts[i] + from.subnormalCounts[i]);
    Arrays.setAll(countByKey, i -> countByKey[i] + from.countByKey[i]);
  }

  @Override
  public Distribution result() {
    settle();
    Cells cells = cells();
    long finite = 0;
    for (int i = 0; i < cells.size(); i++) {
      finite += cells.count(i);
    }
    ValueCounts counts =
        new ValueCounts(
            finite,
            nan,
            positiveInfinity,
            negativeInfinity,
            zeroCount(),
            Arrays.stream(subnormalCounts).sum());
    return new Distribution(
        counts, FiniteValues.of(type, rank(min), rank(max), cells), moments.moments());
  }

  private long zeroCount() {
    return countByKey[0] + countByKey[countByKey.length / 2];
  }

  private Cells cells() {
    Cells.Builder cells = new Cells.Builder(buckets);
    int negativeZero = countByKey.length / 2;
    for (int key = countByKey.length - 1; key > negativeZero; key--) {
      addCell(cells, key);
    }
    addSubnormals(cells, 0, subnormalCounts.length / 2);
    cells.add(buckets.zeroKey, zeroCount());
    addSubnormals(cells, subnormalCounts.length / 2, subnormalCounts.length);
    for (int key = 1; key < negativeZero; key++) {
      addCell(cells, key);
    }
    return cells.cells();
  }

  private void addCell(Cells.Builder cells, int key) {
    if (countByKey[key] != 0) {
      int shift = type.partBits() - Integer.numberOfTrailingZeros(countByKey.length);
      cells.add(buckets.key(type.rankOf((long) key << shift)), countByKey[key]);
    }
  }

  private void addSubnormals(Cells.Builder cells, int begin, int end) {
    for (int i = begin; i < end; i++) {
      cells.add(firstSubnormalKey() + i, subnormalCounts[i]);
    }
  }
}
