package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.Sameness;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.format.ByteRange;

/// Results of scans as bytes: the number of tensors, then of each a byte that says what is there,
/// and that. Whole numbers that are mostly small take one byte for each 7 bits.
final class ScanFormat {

  private static final int HAS_HEALTH = 1;
  private static final int HAS_FIGURES = 2;
  private static final int MAX_VARIABLE_BYTES = 10;

  private ScanFormat() {}

  static void write(DataOutputStream out, CachedScan scan) throws IOException {
    out.writeInt(scan.tensorCount());
    for (int i = 0; i < scan.tensorCount(); i++) {
      Optional<TensorHealth> health = scan.health().get(i);
      Optional<TensorFigures> figures = scan.figures().get(i);
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
  static CachedScan read(DataInputStream in, int tensorCount) throws IOException {
    int count = in.readInt();
    if (count != tensorCount) {
      throw new IOException("%d tensors instead of %d".formatted(count, tensorCount));
    }
    List<Optional<TensorHealth>> health = new ArrayList<>(count);
    List<Optional<TensorFigures>> figures = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int parts = in.readUnsignedByte();
      health.add((parts & HAS_HEALTH) == 0 ? Optional.empty() : Optional.of(readHealth(in)));
      figures.add((parts & HAS_FIGURES) == 0 ? Optional.empty() : Optional.of(readFigures(in)));
    }
    return new CachedScan(health, figures);
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
    out.writeByte(codeOf(health.sameness()));
    out.writeBoolean(health.isInitial());
    write(out, health.zeroPages());
  }

  private static TensorHealth readHealth(DataInputStream in) throws IOException {
    return new TensorHealth(
        readVariable(in),
        readOccurrences(in),
        readOccurrences(in),
        readOccurrences(in),
        readOccurrences(in),
        readOccurrences(in),
        readOccurrences(in),
        samenessOf(in.readByte()),
        in.readBoolean(),
        readZeroPages(in));
  }

  private static Occurrences readOccurrences(DataInputStream in) throws IOException {
    long count = readVariable(in);
    return count == 0 ? Occurrences.NONE : new Occurrences(count, readVariable(in));
  }

  private static int codeOf(Sameness sameness) {
    return switch (sameness) {
      case VARIED -> 0;
      case EQUAL_ROWS -> 1;
      case CONSTANT -> 2;
    };
  }

  private static Sameness samenessOf(byte code) throws IOException {
    return switch (code) {
      case 0 -> Sameness.VARIED;
      case 1 -> Sameness.EQUAL_ROWS;
      case 2 -> Sameness.CONSTANT;
      default -> throw new IOException("sameness " + code);
    };
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
    write(out, figures.mean());
    write(out, figures.standardDeviation());
    write(out, figures.rootMeanSquare());
  }

  private static TensorFigures readFigures(DataInputStream in) throws IOException {
    ValueCounts counts =
        new ValueCounts(
            readVariable(in),
            readVariable(in),
            readVariable(in),
            readVariable(in),
            readVariable(in),
            readVariable(in));
    return new TensorFigures(
        counts,
        in.readDouble(),
        in.readDouble(),
        in.readDouble(),
        in.readDouble(),
        in.readDouble());
  }

  private static void write(DataOutputStream out, double value) throws IOException {
    out.writeLong(Double.doubleToRawLongBits(value));
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
