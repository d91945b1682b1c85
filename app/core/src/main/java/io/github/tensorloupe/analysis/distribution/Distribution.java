package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;

/// The distribution of the values of a tensor, or of several together. Immutable and thread-safe.
///
/// Counts, range and moments are exact (moments rounded once). For dtypes of up to 16 bits, and for
/// small tensors of any dtype, every value is known by itself; otherwise values are known by the
/// bucket they are in, which is narrower than 1/128 of them, and much narrower where they are all
/// close together. Of a `C64` the values are its parts.
public final class Distribution {

  /// Up to so many different values of several tensors together stay known by themselves.
  private static final int SINGLE_LIMIT = 1 << 16;

  private static final Distribution NOTHING = new CodeTally(FiniteValues.DOUBLES).distribution();

  private final ValueCounts counts;
  final FiniteValues values;
  final Moments moments;
  private final Entropy entropy;

  /// @param values the finite values; −0 as 0
  /// @param moments of the finite values
  Distribution(ValueCounts counts, FiniteValues values, Moments moments) {
    this(counts, values, moments, Entropy.of(counts, values));
  }

  /// The same where the entropy is known better than the cells tell it.
  Distribution(ValueCounts counts, FiniteValues values, Moments moments, Entropy entropy) {
    this.counts = counts;
    this.moments = moments;
    this.values = values;
    this.entropy = entropy;
  }

  /// Of several tensors together; the same whatever their order or grouping.
  ///
  /// @param parts may be of different dtypes; none gives an empty distribution
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
    FiniteValues values =
        finite.isEmpty()
            ? FiniteValues.of(type, 0, 0, NOTHING.values.cells())
            : FiniteValues.of(
                type,
                finite.stream().map(FiniteValues::minRank).min(Long::compareUnsigned).orElseThrow(),
                finite.stream().map(FiniteValues::maxRank).max(Long::compareUnsigned).orElseThrow(),
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

  /// True if any value is finite; if not, what follows must not be asked for.
  public boolean hasFinite() {
    return counts.finite() > 0;
  }

  /// The smallest finite value, exactly: a [Long] for integers, a [java.math.BigInteger] for `U64`,
  /// else a [Double]; never −0. Of several dtypes together a [Double].
  public Number min() {
    requireFinite();
    return values.numberAt(values.minRank());
  }

  /// The largest finite value, likewise.
  public Number max() {
    requireFinite();
    return values.numberAt(values.maxRank());
  }

  /// The arithmetic mean, rounded once.
  public double mean() {
    requireFinite();
    return moments.mean(counts.finite());
  }

  /// The standard deviation of the population, rounded once.
  public double standardDeviation() {
    requireFinite();
    return moments.standardDeviation(counts.finite());
  }

  /// The square root of the mean square, rounded once.
  public double rootMeanSquare() {
    requireFinite();
    return moments.rootMeanSquare(counts.finite());
  }

  /// True if every finite value is known by itself, so that quantiles and histograms are exact.
  public boolean isExact() {
    return values.areExact();
  }

  /// The ⌈p·n⌉-th smallest finite value, of the type of [#min()]: exactly, or within 1/256 of it.
  ///
  /// @param probability from 0 to 1; of 0 the smallest
  public Number quantile(double probability) {
    return values.number(quantileCell(probability));
  }

  /// True if a quantile is a value that is there, and not one near it.
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

  /// ⌈p·n⌉ of the decimal that the caller wrote: 0.07 · 100 is 7 and not a little more.
  private static long rank(double probability, long count) {
    double product = probability * count;
    double nearest = Math.rint(product);
    // Decimals take long and are needed only where rounding could decide.
    if (Math.abs(product - nearest) > product * 0x1p-50
        || Math.fma(probability, count, -nearest) == 0) {
      return (long) Math.ceil(product);
    }
    return BigDecimal.valueOf(probability)
        .multiply(BigDecimal.valueOf(count))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  /// The finite values in bins. Where values are known by their buckets only, those of a bucket
  /// that an edge divides are shared out evenly; the counts always add up.
  public Histogram histogram(Bins bins) {
    return new Histogram.BinCounts(values, bins).histogram();
  }

  /// The figures of the finite values from the first edge of bins to the last, both included; all
  /// of them exact where every value is known by itself. The mean is then rounded more than once,
  /// in the last digit. Takes time in proportion to the values or buckets that are known.
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

  /// The entropy of the values: the size if each took as many bits as its frequency asks for; of
  /// several tensors together, each by its own frequencies. Exact for dtypes of up to 16 bits, and
  /// for wider ones where few values recur.
  public Entropy entropy() {
    return entropy;
  }

  /// The figures that many tensors are compared by.
  public TensorFigures figures() {
    if (!hasFinite()) {
      return new TensorFigures(counts, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
    return new TensorFigures(counts, min(), max(), mean(), standardDeviation(), rootMeanSquare());
  }

  private void requireFinite() {
    if (!hasFinite()) {
      throw new IllegalStateException("no finite values: " + counts);
    }
  }
}
