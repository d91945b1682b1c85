package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;

/// The distribution of the values of one or more tensors. Immutable and thread-safe.
///
/// Counts, minimum and maximum are exact. Moments are computed from compensated sums; their
/// relative error is far below the precision of a double unless the standard deviation is much
/// smaller than the mean. For dtypes of up to 16 bits, and for small tensors of any dtype, the
/// distribution contains every distinct value. Otherwise, it contains counts per bucket. A bucket
/// is narrower than 1/128 of its values, and much narrower if all values are close together. For
/// `C64`, the values are the real and imaginary parts.
public final class Distribution {

  /// The maximum number of distinct values that a sum of distributions keeps individually.
  private static final int SINGLE_LIMIT = 1 << 16;

  private static final Distribution NOTHING = new CodeTally(FiniteValues.DOUBLES).distribution();

  private final ValueCounts counts;

  /// The finite values; −0 is stored as 0.
  final FiniteValues values;

  final Moments moments;
  private final Entropy entropy;

  Distribution(ValueCounts counts, FiniteValues values, Moments moments) {
    this(counts, values, moments, Entropy.of(counts, values));
  }

  Distribution(ValueCounts counts, FiniteValues values, Moments moments, Entropy entropy) {
    this.counts = counts;
    this.moments = moments;
    this.values = values;
    this.entropy = entropy;
  }

  /// Returns the distribution of the values of all parts. Does not depend on the order of the parts
  /// or on how they are grouped in nested calls.
  ///
  /// @param parts distributions, possibly of different dtypes; the sum of an empty list is empty
  public static Distribution sum(List<Distribution> parts) {
    List<Distribution> used = parts.stream().filter(part -> part.counts().total() > 0).toList();
    if (used.isEmpty()) {
      return NOTHING;
    }
    ElementType first = used.getFirst().values.type();
    boolean isOneType = used.stream().allMatch(part -> part.values.type() == first);
    ElementType type = isOneType ? first : FiniteValues.DOUBLES;
    List<FiniteValues> finite =
        used.stream()
            .map(part -> part.values)
            .filter(part -> part.size() > 0)
            .map(part -> isOneType ? part : part.asDoubles())
            .toList();
    Stream<Long> minRanks = finite.stream().map(FiniteValues::minRank);
    Stream<Long> maxRanks = finite.stream().map(FiniteValues::maxRank);
    FiniteValues values =
        FiniteValues.of(
            type,
            minRanks.min(Long::compareUnsigned).orElse(0L),
            maxRanks.max(Long::compareUnsigned).orElse(0L),
            cells(type, finite.stream().map(FiniteValues::cells).toList()));
    return new Distribution(
        used.stream().map(Distribution::counts).reduce(ValueCounts.NONE, ValueCounts::plus),
        values,
        used.stream().map(part -> part.moments).reduce(Moments.NONE, Moments::plus),
        used.stream().map(Distribution::entropy).reduce(Entropy.NONE, Entropy::plus));
  }

  private static Cells cells(ElementType type, List<Cells> parts) {
    Buckets wide = Buckets.of(type);
    if (parts.stream().anyMatch(part -> part.buckets() != Buckets.SINGLE)) {
      return Cells.sum(parts.stream().map(part -> part.in(wide)).toList());
    }
    Cells sum = Cells.sum(parts);
    return sum.size() <= SINGLE_LIMIT ? sum : sum.in(wide);
  }

  public ValueCounts counts() {
    return counts;
  }

  /// Returns true if any value is finite. Otherwise, the methods for minimum, maximum, moments and
  /// quantiles throw an [IllegalStateException].
  public boolean hasFinite() {
    return counts.finite() > 0;
  }

  /// Returns the smallest finite value, exact and never −0: a [java.math.BigInteger] for `U64`, a
  /// [Long] for other integers, and a [Double] for floats and for a mix of dtypes.
  public Number min() {
    requireFinite();
    return values.numberAt(values.minRank());
  }

  /// Returns the largest finite value, exact and of the type of [#min()].
  public Number max() {
    requireFinite();
    return values.numberAt(values.maxRank());
  }

  /// Returns the arithmetic mean of the finite values.
  public double mean() {
    requireFinite();
    return moments.mean();
  }

  /// Returns the population standard deviation of the finite values; 0 if all are equal.
  public double standardDeviation() {
    requireFinite();
    return values.minRank() == values.maxRank() ? 0 : moments.standardDeviation();
  }

  public double rootMeanSquare() {
    requireFinite();
    return moments.rootMeanSquare();
  }

  /// Returns true if the distribution contains every distinct finite value, so that quantiles and
  /// histograms are exact.
  public boolean isExact() {
    return values.areExact();
  }

  /// Returns the ⌈p·n⌉-th smallest of the `n` finite values, of the type of [#min()], with a
  /// relative error of at most 1/256. See also [#isQuantileExact].
  ///
  /// @param probability `p`, from 0 to 1; 0 returns the smallest value
  public Number quantile(double probability) {
    return values.number(quantileCell(probability));
  }

  public boolean isQuantileExact(double probability) {
    return values.isSingle(quantileCell(probability));
  }

  private int quantileCell(double probability) {
    requireFinite();
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability " + probability);
    }
    return values.cellOf(Math.max(1, rank(probability, counts.finite())));
  }

  /// Returns ⌈p·n⌉ for the shortest decimal representation of `p`, so that 0.07 · 100 is 7 and not
  /// slightly more.
  private static long rank(double probability, long count) {
    double product = probability * count;
    double nearest = Math.rint(product);
    // Decimals are slow, and needed only if rounding could change the result.
    if (Math.abs(product - nearest) > product * 0x1p-50
        || Math.fma(probability, count, -nearest) == 0) {
      return (long) Math.ceil(product);
    }
    return BigDecimal.valueOf(probability)
        .multiply(BigDecimal.valueOf(count))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  /// Returns a histogram of the finite values. If the distribution contains counts per bucket, the
  /// values of a bucket that contains an edge are assumed to be evenly distributed. The total is
  /// always exact.
  public Histogram histogram(Bins bins) {
    return new Histogram.BinCounts(values, bins).histogram();
  }

  /// Returns the statistics of the finite values between the first and the last edge of bins, both
  /// inclusive. They are exact if [#isExact] returns true, except for rounding errors in the last
  /// digit of the mean. Takes time linear in the number of distinct values or buckets.
  public RangeFigures within(Bins bins) {
    Histogram.BinCounts counted = new Histogram.BinCounts(values, bins);
    RangeFigures figures = counted.figures();
    return figures.count().exact() && figures.count().value().longValue() == counts.finite()
        ? new RangeFigures(
            figures.count(),
            figures.min(),
            figures.max(),
            figures.mean().map(_ -> new RangeFigures.Known(mean(), true)))
        : figures;
  }

  /// Returns the entropy of the values; for a sum of distributions, the sum of their entropies.
  /// Exact for dtypes of up to 16 bits, and for wider dtypes if there are few distinct values.
  public Entropy entropy() {
    return entropy;
  }

  public TensorSummary summary() {
    if (!hasFinite()) {
      return new TensorSummary(counts, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
    return new TensorSummary(counts, min(), max(), mean(), standardDeviation(), rootMeanSquare());
  }

  private void requireFinite() {
    if (!hasFinite()) {
      throw new IllegalStateException("no finite values: " + counts);
    }
  }
}
