package io.github.tensorloupe.cache;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.Sameness;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.storage.KnownValues;
import io.github.tensorloupe.text.Quantities;

/// The scan results of a file. The numbers are packed, because nested records take several times as
/// long to read.
///
/// @param numbers two rows per tensor, for its health and its figures, as `long` values. The first
///   value of a row is the number of the following ones, 0 if the tensor has no such result
record ScanRecord(int tensorCount, byte[] numbers) {

  private static final long[] NONE = {};

  private static final List<Sameness> SAMENESS = List.of(Sameness.values());

  /// The types of a minimum or maximum; [BigInteger] for `U64`.
  private static final List<Class<? extends Number>> NUMBERS =
      List.of(Double.class, Long.class, BigInteger.class);

  /// The limits for a file with the given number of tensors.
  static CacheStore.Limits limits(int tensorCount) {
    long rowBytes = (40 + 2L * ZeroPages.MAX_RUNS) * Long.BYTES;
    return new CacheStore.Limits(10, (tensorCount + 1) * rowBytes);
  }

  static ScanRecord of(KnownValues values) {
    List<long[]> rows = new ArrayList<>();
    int length = 0;
    for (int i = 0; i < values.tensorCount(); i++) {
      rows.add(values.health(i).map(ScanRecord::row).orElse(NONE));
      rows.add(values.figures(i).map(ScanRecord::row).orElse(NONE));
    }
    for (long[] row : rows) {
      length = Math.addExact(length, 1 + row.length);
    }
    ByteBuffer numbers = ByteBuffer.allocate(Math.multiplyExact(length, Long.BYTES));
    LongBuffer target = numbers.asLongBuffer();
    for (long[] row : rows) {
      target.put(row.length).put(row);
    }
    return new ScanRecord(values.tensorCount(), numbers.array());
  }

  /// Returns the results, or empty if they do not belong to a file with the given number of
  /// tensors.
  Optional<KnownValues> values(int expectedCount) {
    if (tensorCount != expectedCount) {
      return Optional.empty();
    }
    KnownValues values = new KnownValues(tensorCount);
    LongBuffer in = ByteBuffer.wrap(numbers).asLongBuffer();
    try {
      for (int i = 0; i < tensorCount; i++) {
        Row health = new Row(in);
        if (health.hasNext()) {
          values.setHealth(i, health(health));
        }
        Row figures = new Row(in);
        if (figures.hasNext()) {
          values.setFigures(i, figures(figures));
        }
      }
    } catch (IllegalArgumentException
        | ArithmeticException
        | IndexOutOfBoundsException
        | BufferUnderflowException e) {
      // The file has a valid checksum, but its contents are foreign.
      return Optional.empty();
    }
    return in.hasRemaining() ? Optional.empty() : Optional.of(values);
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

  private static long[] row(TensorSummary figures) {
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

  private static TensorSummary figures(Row row) {
    ValueCounts counts =
        new ValueCounts(row.next(), row.next(), row.next(), row.next(), row.next(), row.next());
    return new TensorSummary(
        counts,
        row.nextNumber(),
        row.nextNumber(),
        row.nextDouble(),
        row.nextDouble(),
        row.nextDouble());
  }

  /// A position in a row.
  private static final class Row {

    private final LongBuffer in;
    private final int end;

    /// Begins to read the next row.
    Row(LongBuffer in) {
      this.in = in;
      this.end = Math.addExact(in.position() + 1, Math.toIntExact(in.get()));
    }

    boolean hasNext() {
      return in.position() < end;
    }

    long next() {
      return in.get();
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
      while (hasNext()) {
        runs.add(new ByteRange(next(), next()));
      }
      return new ZeroPages(pageCount, runCount, runs);
    }
  }
}
