package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.Sameness;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.text.Quantities;

/// Results of scans as bytes: the number of tensors, then of each a byte that says what is there,
/// and that. Whole numbers that are mostly small take one byte for each 7 bits.
final class ScanFormat {

  private static final int HAS_HEALTH = 1;
  private static final int HAS_FIGURES = 2;

  /// By code.
  private static final List<Sameness> SAMENESS = List.of(Sameness.values());

  /// By code; the last one holds `U64`.
  private static final List<Class<? extends Number>> NUMBERS =
      List.of(Double.class, Long.class, BigInteger.class);

  private static final int MAX_VARIABLE_BYTES = 10;

  private ScanFormat() {}

  static void write(DataOutputStream out, KnownValues scan) throws IOException {
    out.writeInt(scan.tensorCount());
    for (int i = 0; i < scan.tensorCount(); i++) {
      Optional<TensorHealth> health = scan.health(i);
      Optional<TensorFigures> figures = scan.figures(i);
      out.writeByte(
          (health.isPresent() ? HAS_HEALTH : 0) | (figures.isPresent() ? HAS_FIGURES : 0));
      if (health.isPresent()) {
        write(out, health.get());
      }
      if (figures.isPresent()) {
        write(out, figures.get());
      }
    }
  }

  /// Reads what was written.
  ///
  /// @throws IOException if it is not that, or of another number of tensors
  /// @throws IllegalArgumentException if it is not that
  static KnownValues read(DataInputStream in, int tensorCount) throws IOException {
    int count = in.readInt();
    if (count != tensorCount) {
      throw new IOException("%d tensors instead of %d".formatted(count, tensorCount));
    }
    KnownValues known = new KnownValues(count);
    for (int i = 0; i < count; i++) {
      int parts = in.readUnsignedByte();
      if ((parts & HAS_HEALTH) != 0) {
        known.setHealth(i, readHealth(in));
      }
      if ((parts & HAS_FIGURES) != 0) {
        known.setFigures(i, readFigures(in));
      }
    }
    return known;
  }

  private static void write(DataOutputStream out, TensorHealth health) throws IOException {
    writeVariable(out, health.partCount());
    for (Occurrences each :
        List.of(
            health.nan(),
            health.positiveInfinity(),
            health.negativeInfinity(),
            health.zero(),
            health.subnormal(),
            health.invalid())) {
      writeVariable(out, each.count());
      if (each.any()) {
        writeVariable(out, each.firstIndex());
      }
    }
    out.writeByte(SAMENESS.indexOf(health.sameness()));
    out.writeBoolean(health.isInitial());
    write(out, health.zeroPages());
  }

  private static TensorHealth readHealth(DataInputStream in) throws IOException {
    long partCount = readVariable(in);
    Occurrences[] each = new Occurrences[6];
    for (int i = 0; i < each.length; i++) {
      long count = readVariable(in);
      each[i] = count == 0 ? Occurrences.NONE : new Occurrences(count, readVariable(in));
    }
    int code = in.readByte();
    if (code < 0 || code >= SAMENESS.size()) {
      throw new IOException("sameness " + code);
    }
    Sameness sameness = SAMENESS.get(code);
    boolean isInitial = in.readBoolean();
    ZeroPages zeroPages = readZeroPages(in);
    return new TensorHealth(
        partCount, each[0], each[1], each[2], each[3], each[4], each[5], sameness, isInitial,
        zeroPages);
  }

  private static void write(DataOutputStream out, ZeroPages pages) throws IOException {
    writeVariable(out, pages.pageCount());
    writeVariable(out, pages.runCount());
    for (ByteRange run : pages.runs()) {
      writeVariable(out, run.begin());
      writeVariable(out, run.end());
    }
  }

  private static ZeroPages readZeroPages(DataInputStream in) throws IOException {
    long pageCount = readVariable(in);
    long runCount = readVariable(in);
    if (pageCount == 0 && runCount == 0) {
      return ZeroPages.NONE;
    }
    List<ByteRange> runs = new ArrayList<>();
    for (long i = 0; i < Math.min(runCount, ZeroPages.MAX_RUNS); i++) {
      runs.add(new ByteRange(readVariable(in), readVariable(in)));
    }
    return new ZeroPages(pageCount, runCount, runs);
  }

  private static void write(DataOutputStream out, TensorFigures figures) throws IOException {
    ValueCounts counts = figures.counts();
    writeVariable(out, counts.finite());
    writeVariable(out, counts.nan());
    writeVariable(out, counts.positiveInfinity());
    writeVariable(out, counts.negativeInfinity());
    writeVariable(out, counts.zero());
    writeVariable(out, counts.subnormal());
    write(out, figures.min());
    write(out, figures.max());
    out.writeLong(Double.doubleToRawLongBits(figures.mean()));
    out.writeLong(Double.doubleToRawLongBits(figures.standardDeviation()));
    out.writeLong(Double.doubleToRawLongBits(figures.rootMeanSquare()));
  }

  private static TensorFigures readFigures(DataInputStream in) throws IOException {
    long[] counts = new long[6];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = readVariable(in);
    }
    return new TensorFigures(
        new ValueCounts(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]),
        readNumber(in),
        readNumber(in),
        in.readDouble(),
        in.readDouble(),
        in.readDouble());
  }

  private static void write(DataOutputStream out, Number number) throws IOException {
    out.writeByte(NUMBERS.indexOf(number.getClass()));
    out.writeLong(
        number instanceof Double value ? Double.doubleToRawLongBits(value) : number.longValue());
  }

  private static Number readNumber(DataInputStream in) throws IOException {
    int kind = in.readByte();
    long bits = in.readLong();
    return switch (kind) {
      case 0 -> Double.longBitsToDouble(bits);
      case 1 -> bits;
      case 2 -> Quantities.exact(bits);
      default -> throw new IOException("number of kind " + kind);
    };
  }

  private static void writeVariable(DataOutputStream out, long value) throws IOException {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.writeByte((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  private static long readVariable(DataInputStream in) throws IOException {
    long value = 0;
    for (int i = 0; i < MAX_VARIABLE_BYTES; i++) {
      int next = in.readUnsignedByte();
      value |= (long) (next & 0x7F) << (7 * i);
      if (next < 0x80) {
        return value;
      }
    }
    throw new IOException("a number without an end");
  }
}
