package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.model.ComputedFile;

/// The counts of the codes of a quantized weight by group, reported as values with frequencies. Not
/// thread-safe.
final class GroupTally {

  /// The number of values per batch: large enough for vectorization, small enough for the
  /// first-level cache.
  private static final int BATCH = 1024;

  /// Below this length, computing all values is faster than counting codes.
  private static final int MIN_GROUP = 32;

  /// The number of elements after which the parts are opened again.
  private static final long UNIT_ELEMENTS = 1 << 22;

  /// The maximum number of codes of a group that are counted at a time.
  private static final long MAX_TOGETHER = 1 << 22;

  /// The maximum number of columns for which counts fit into an `int`.
  private static final long MAX_COLUMNS = 1 << 26;

  private final Decoding decoding;
  private final Dequantizer opened;
  private final double[] table;
  private final int slots;
  private final double[] scales;
  private final double[] zeros;
  private final double[] biases;
  private final CodeCounts counts;
  private final float[] values;
  private final int[] codeBuffer = new int[BATCH];
  private final ComputedFile.Tally tally;
  private int used;

  private GroupTally(Decoding decoding, ComputedFile.Tally tally) throws IOException {
    this.decoding = decoding;
    this.tally = tally;
    opened = new Dequantizer(decoding);
    table = opened.table;
    slots = BATCH / table.length;
    scales = new double[slots];
    zeros = new double[slots];
    biases = new double[slots];
    counts = new CodeCounts(new int[table.length * slots], slots);
    values = new float[counts.counts().length];
  }

  /// Counts the units of rows that begin in a range of elements.
  ///
  /// @return false if counting is not faster; nothing is counted
  static boolean count(Decoding decoding, long first, int count, ComputedFile.Tally tally)
      throws IOException {
    Grid.Groups columns = decoding.scale.columns();
    long groupRows = Math.min(decoding.scale.rows().end(0), decoding.rows);
    long groupColumns = Math.min(columns.end(0), decoding.columns);
    if (decoding.columns > MAX_COLUMNS
        || groupRows < MIN_GROUP && groupRows * groupColumns < MIN_GROUP
        || !columns.areInOrder()
        || !decoding.hasOneGrouping()) {
      return false;
    }
    long batchSize = Math.min(groupRows, Math.max(1, MAX_TOGETHER / decoding.columns));
    long times = Math.max(1, UNIT_ELEMENTS / (batchSize * decoding.columns));
    long unit = batchSize * times * decoding.columns;
    long row = Math.ceilDiv(first, unit) * batchSize * times;
    long end = Math.min(decoding.rows, Math.ceilDiv(first + count, unit) * batchSize * times);
    if (row < end) {
      new GroupTally(decoding, tally).countRows(row, end, batchSize);
    }
    return true;
  }

  private void countRows(long first, long end, long batchSize) throws IOException {
    for (long row = first; row < end; ) {
      long next = Math.min(end, Math.min(row + batchSize, opened.scale.rows.end(row)));
      // Excludes an incomplete row, which can only be the last.
      next = next > row + 1 && next * decoding.columns > decoding.count() ? next - 1 : next;
      countGroups(row, (int) (next - row), decoding.columnsIn(row));
      row = next;
    }
    flush();
  }

  private void countGroups(long row, int rows, long columns) throws IOException {
    double[] scaleRow = opened.scale.row(row);
    double[] zeroRow = opened.zero.isPresent() ? opened.zero.get().row(row) : null;
    double[] biasRow = opened.bias.isPresent() ? opened.bias.get().row(row) : null;
    long length = Math.min(opened.scale.columns.length(), columns);
    boolean isCounted = CodeCounts.canCount(decoding.codes, row, rows, length);
    if (rows > 1) {
      decoding.codes.prepare(opened.bytes, row, rows);
    }
    int group = 0;
    for (long first = 0; first < columns; ) {
      // Large groups that cannot be counted directly are read one at a time.
      int batchSize = isCounted || length < MIN_GROUP ? slots - used : 1;
      long end = Math.min(columns, first + batchSize * length);
      if (isCounted) {
        int width = (int) (end - first);
        CodeCounts.Area area = new CodeCounts.Area(row, rows, first, width, (int) length);
        counts.count(decoding.codes, opened.bytes, area, used);
      } else {
        countIndividually(row, rows, first, end, length);
      }
      for (; first < end; first += length) {
        scales[used] = scaleRow[group];
        zeros[used] = zeroRow == null ? 0 : zeroRow[group];
        biases[used] = biasRow == null ? -0.0 : biasRow[group];
        used++;
        group++;
      }
      if (used == slots) {
        flush();
      }
    }
  }

  private void countIndividually(long row, int rows, long first, long end, long groupLength)
      throws IOException {
    long step = groupLength < BATCH ? BATCH / groupLength * groupLength : BATCH;
    for (long tile = first; tile < end; tile += step) {
      int length = (int) Math.min(step, end - tile);
      for (long at = row; at < row + rows; at++) {
        decoding.codes.read(opened.bytes, at, tile, length, codeBuffer);
        int slot = used + (int) ((tile - first) / groupLength);
        for (int i = 0; i < length; slot++) {
          int next = (int) Math.min(length, i + groupLength);
          for (; i < next; i++) {
            counts.counts()[codeBuffer[i] * slots + slot]++;
          }
        }
      }
    }
  }

  /// Reports the batch. Unused slots have frequencies of 0.
  private void flush() {
    for (int code = 0; code < table.length; code++) {
      int at = code * slots;
      for (int slot = 0; slot < slots; slot++) {
        values[at + slot] = opened.value(table[code], zeros[slot], scales[slot], biases[slot]);
      }
    }
    tally.add(values, counts.counts());
    Arrays.fill(counts.counts(), 0);
    used = 0;
  }
}
