package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.element.ElementType;

/// Makes the distribution of floating-point numbers that were counted by sign, exponent and the
/// next 7 bits.
///
/// @param type `F32`, `C64` or `F64`
/// @param countByKey by the leading bits of the numbers; of subnormals none
/// @param subnormals counted apart
/// @param nonFinite counted apart
/// @param minCode of the smallest finite number
/// @param maxCode of the largest
/// @param moments of all but the subnormals
record LeadingBits(
    ElementType type,
    long[] countByKey,
    Subnormals subnormals,
    NonFiniteCounts nonFinite,
    long minCode,
    long maxCode,
    Moments moments) {

  Distribution distribution() {
    Cells cells = cells();
    long finite = 0;
    for (int i = 0; i < cells.size(); i++) {
      finite += cells.count(i);
    }
    ValueCounts counts = nonFinite.beside(finite, zeroCount(), subnormals.count());
    Moments all = subnormals.addTo(moments, moments.exponent());
    return new Distribution(type, counts, rank(minCode), rank(maxCode), all, cells);
  }

  private long zeroCount() {
    return countByKey[0] + countByKey[countByKey.length / 2];
  }

  private Cells cells() {
    Buckets buckets = Buckets.of(type);
    Cells.Builder cells = new Cells.Builder(buckets, 0);
    int zeroKey = countByKey.length / 2;
    int shift = type.partBits() - Integer.numberOfTrailingZeros(countByKey.length);
    for (int negative = countByKey.length - 1; negative > zeroKey; negative--) {
      addCell(cells, buckets, negative, shift);
    }
    subnormals.addTo(cells, buckets, type, true);
    cells.add(buckets.key(type.rankOf(0)), zeroCount());
    subnormals.addTo(cells, buckets, type, false);
    for (int positive = 1; positive < zeroKey; positive++) {
      addCell(cells, buckets, positive, shift);
    }
    return cells.cells();
  }

  private void addCell(Cells.Builder cells, Buckets buckets, int key, int shift) {
    if (countByKey[key] != 0) {
      cells.add(buckets.key(type.rankOf((long) key << shift)), countByKey[key]);
    }
  }

  /// The rank of a code, of −0 that of 0.
  private long rank(long code) {
    return type.rankOf(type.toDouble(code) == 0 ? 0 : code);
  }
}
