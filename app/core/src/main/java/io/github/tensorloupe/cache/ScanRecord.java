package io.github.tensorloupe.cache;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.Sameness;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.storage.KnownValues;
import io.github.tensorloupe.text.Quantities;

/// The scan results of a file as rows of integers, which are faster to read than nested records. A
/// row is empty if the tensor has no result.
///
/// @param health one row per tensor
/// @param figures one row per tensor
record ScanRecord(long[][] health, long[][] figures) {

  private static final long[] NONE = {};

  private static final List<Sameness> SAMENESS = List.of(Sameness.values());

  /// The types of a minimum or maximum; [BigInteger] for `U64`.
  private static final List<Class<? extends Number>> NUMBERS =
      List.of(Double.class, Long.class, BigInteger.class);

  /// The limits for a file with the given number of tensors.
  static CacheStore.Limits limits(int tensorCount) {
    long tokenCount = (tensorCount + 1L) * (50 + 2 * ZeroPages.MAX_RUNS);
    return new CacheStore.Limits(tokenCount, tokenCount * (Long.BYTES + 2));
  }

  static ScanRecord of(KnownValues values) {
    long[][] health = new long[values.tensorCount()][];
    long[][] figures = new long[values.tensorCount()][];
    for (int i = 0; i < health.length; i++) {
      health[i] = values.health(i).map(ScanRecord::row).orElse(NONE);
      figures[i] = values.figures(i).map(ScanRecord::row).orElse(NONE);
    }
    return new ScanRecord(health, figures);
  }

  /// Returns the results, or empty if the rows are not valid for a file with the given number of
  /// tensors.
  Optional<KnownValues> values(int tensorCount) {
    if (health.length != tensorCount || figures.length != tensorCount) {
      return Optional.empty();
    }
    KnownValues values = new KnownValues(tensorCount);
    try {
      for (int i = 0; i < tensorCount; i++) {
        if (hasValues(health[i])) {
          values.setHealth(i, health(new Row(health[i])));
        }
        if (hasValues(figures[i])) {
          values.setFigures(i, figures(new Row(figures[i])));
        }
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // The file has a valid checksum, but its contents are foreign.
      return Optional.empty();
    }
    return Optional.of(values);
  }

  private static boolean hasValues(long[] row) {
    return row != null && row.length > 0;
  }

  private static long[] row(TensorHealth health) {
    ZeroPages pages = health.zeroPages();
    LongStream.Builder row = LongStream.builder();
    row.add(health.partCount());
    for (Occurrences each :
        List.of(
            health.nan(),
            health.positiveInfinity(),
            health.negativeInfinity(),
            health.zero(),
            health.subnormal(),
            health.invalid())) {
      row.add(each.count()).add(each.firstIndex());
    }
    row.add(SAMENESS.indexOf(health.sameness())).add(health.isInitial() ? 1 : 0);
    row.add(pages.pageCount()).add(pages.runCount());
    for (ByteRange run : pages.runs()) {
      row.add(run.begin()).add(run.end());
    }
    return row.build().toArray();
  }

  private static TensorHealth health(Row row) {
    return new TensorHealth(
        row.next(),
        row.nextOccurrences(),
        row.nextOccurrences(),
        row.nextOccurrences(),
        row.nextOccurrences(),
        row.nextOccurrences(),
        row.nextOccurrences(),
        SAMENESS.get((int) row.next()),
        row.next() != 0,
        row.nextZeroPages());
  }

  private static long[] row(TensorFigures figures) {
    ValueCounts counts = figures.counts();
    return new long[] {
      counts.finite(),
      counts.nan(),
      counts.positiveInfinity(),
      counts.negativeInfinity(),
      counts.zero(),
      counts.subnormal(),
      NUMBERS.indexOf(figures.min().getClass()),
      bits(figures.min()),
      NUMBERS.indexOf(figures.max().getClass()),
      bits(figures.max()),
      bits(figures.mean()),
      bits(figures.standardDeviation()),
      bits(figures.rootMeanSquare())
    };
  }

  private static long bits(Number number) {
    return number instanceof Double value ? Double.doubleToRawLongBits(value) : number.longValue();
  }

  private static TensorFigures figures(Row row) {
    ValueCounts counts =
        new ValueCounts(row.next(), row.next(), row.next(), row.next(), row.next(), row.next());
    return new TensorFigures(
        counts,
        row.nextNumber(),
        row.nextNumber(),
        row.nextDouble(),
        row.nextDouble(),
        row.nextDouble());
  }

  /// A position in a row.
  private static final class Row {

    private final long[] values;
    private int index;

    Row(long[] values) {
      this.values = values;
    }

    long next() {
      return values[index++];
    }

    double nextDouble() {
      return Double.longBitsToDouble(next());
    }

    Number nextNumber() {
      long type = next();
      long bits = next();
      if (type == 0) {
        return Double.longBitsToDouble(bits);
      }
      return type == 1 ? (Number) bits : Quantities.exact(bits);
    }

    Occurrences nextOccurrences() {
      long count = next();
      long firstIndex = next();
      return count == 0 ? Occurrences.NONE : new Occurrences(count, firstIndex);
    }

    ZeroPages nextZeroPages() {
      long pageCount = next();
      long runCount = next();
      if (pageCount == 0 && runCount == 0) {
        return ZeroPages.NONE;
      }
      List<ByteRange> runs = new ArrayList<>();
      while (index < values.length) {
        runs.add(new ByteRange(next(), next()));
      }
      return new ZeroPages(pageCount, runCount, runs);
    }
  }
}
