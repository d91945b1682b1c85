package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Adds up distributions so that neither order nor grouping matters.
final class DistributionSum {

  /// Up to so many different values stay known by themselves.
  private static final int SINGLE_LIMIT = 1 << 16;

  private static final ElementType DOUBLES = ElementType.of(Dtype.F64);
  private static final Distribution NOTHING = new CodeTally(DOUBLES, 0).distribution();

  private DistributionSum() {}

  static Distribution of(List<Distribution> parts) {
    List<Distribution> used = parts.stream().filter(part -> part.counts().total() > 0).toList();
    if (used.isEmpty()) {
      return NOTHING;
    }
    ElementType type = used.getFirst().values().type();
    boolean oneType = used.stream().allMatch(part -> part.values().type() == type);
    List<FiniteValues> values = used.stream().map(Distribution::values).toList();
    return oneType
        ? sum(type, used, values)
        : sum(DOUBLES, used, values.stream().map(AsDoubles::of).toList());
  }

  private static Distribution sum(
      ElementType type, List<Distribution> parts, List<FiniteValues> values) {
    ValueCounts counts =
        parts.stream().map(Distribution::counts).reduce(ValueCounts.NONE, ValueCounts::plus);
    Moments moments = parts.stream().map(Distribution::moments).reduce(Moments::plus).orElseThrow();
    Entropy entropy = parts.stream().map(Distribution::entropy).reduce(Entropy.NONE, Entropy::plus);
    List<FiniteValues> finite = values.stream().filter(part -> part.size() > 0).toList();
    if (finite.isEmpty()) {
      FiniteValues none = FiniteValues.of(type, 0, 0, NOTHING.values().cells());
      return new Distribution(counts, none, moments, entropy);
    }
    FiniteValues all =
        FiniteValues.of(
            type,
            finite.stream().map(FiniteValues::minRank).min(Long::compareUnsigned).orElseThrow(),
            finite.stream().map(FiniteValues::maxRank).max(Long::compareUnsigned).orElseThrow(),
            cells(type, finite.stream().map(FiniteValues::cells).toList()));
    return new Distribution(counts, all, moments, entropy);
  }

  private static Cells cells(ElementType type, List<Cells> parts) {
    Buckets wide = Buckets.of(type);
    boolean single = parts.stream().allMatch(part -> part.buckets() == SingleValues.BUCKETS);
    if (!single) {
      return Cells.sum(parts.stream().map(part -> part.in(wide)).toList());
    }
    Cells sum = Cells.sum(parts);
    return sum.size() <= SINGLE_LIMIT ? sum : sum.in(wide);
  }
}
