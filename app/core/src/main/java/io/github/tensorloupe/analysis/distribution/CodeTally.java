package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementType;

final class CodeTally {

  private final ElementType type;
  private final Cells.Builder cells = new Cells.Builder(Buckets.SINGLE);
  private final MomentSums moments;
  private final Entropy.Sum codes = new Entropy.Sum();
  private final long zeroRank;

  private final long[] countByClass = new long[ElementClass.values().length];

  CodeTally(ElementType type) {
    this.type = type;
    moments = new MomentSums(type);
    zeroRank = type.rankOf(0);
  }

  /// Adds `count` occurrences of the code with the given rank. Ranks must ascend from call to call.
  void add(long rank, long count) {
    long code = type.codeAtRank(rank);
    codes.add(count);
    ElementClass elementClass = type.classify(code);
    countByClass[elementClass.ordinal()] += count;
    if (elementClass == ElementClass.ZERO) {
      cells.add(zeroRank, count);
      moments.add(0, 0, count);
    } else if (elementClass.isFinite()) {
      cells.add(rank, count);
      long rest = code & moments.restMask;
      moments.add(type.toDouble(code - rest), rest, count);
    }
  }

  Distribution distribution() {
    Cells known = cells.cells();
    long zero = count(ElementClass.ZERO);
    long subnormal = count(ElementClass.SUBNORMAL);
    long finite = count(ElementClass.NORMAL) + zero + subnormal;
    ValueCounts counts =
        new ValueCounts(
            finite,
            count(ElementClass.NAN),
            count(ElementClass.POSITIVE_INFINITY),
            count(ElementClass.NEGATIVE_INFINITY),
            zero,
            subnormal);
    long min = finite == 0 ? 0 : known.first(0);
    long max = finite == 0 ? 0 : known.last(known.size() - 1);
    FiniteValues values = FiniteValues.of(type, min, max, known);
    Entropy entropy =
        type.partBits() > Short.SIZE ? Entropy.of(counts, values) : codes.entropy(type.partBits());
    return new Distribution(counts, values, moments.moments(), entropy);
  }

  private long count(ElementClass elementClass) {
    return countByClass[elementClass.ordinal()];
  }
}
