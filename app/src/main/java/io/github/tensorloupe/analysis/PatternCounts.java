package io.github.tensorloupe.analysis;

import io.github.tensorloupe.element.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Counts codes in a table of all the codes there are. Not thread-safe; counts of two threads are
/// merged.
final class PatternCounts implements CodeCounts {

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final ElementType type;
  private final long[] countByCode;

  PatternCounts(ElementType type) {
    this.type = type;
    this.countByCode = new long[1 << type.partBits()];
  }

  @Override
  public void add(MemorySegment block, int partCount) {
    switch (type.partBits()) {
      case 4 -> addNibbles(block, partCount);
      case 6 -> addSixBits(block, partCount);
      case 8 -> addBytes(block, partCount);
      default -> addShorts(block, partCount);
    }
  }

  void merge(PatternCounts other) {
    for (int code = 0; code < countByCode.length; code++) {
      countByCode[code] += other.countByCode[code];
    }
  }

  /// How often a code occurs.
  long count(int code) {
    return countByCode[code];
  }

  @Override
  public OccurringCodes occurring() {
    int distinctCount = distinctCount();
    int[] codes = new int[distinctCount];
    long[] counts = new long[distinctCount];
    int size = 0;
    for (int rank = 0; size < distinctCount; rank++) {
      int code = (int) type.codeAtRank(rank);
      if (countByCode[code] != 0) {
        codes[size] = code;
        counts[size] = countByCode[code];
        size++;
      }
    }
    return new OccurringCodes(codes, counts);
  }

  private int distinctCount() {
    int distinct = 0;
    for (long count : countByCode) {
      distinct += count == 0 ? 0 : 1;
    }
    return distinct;
  }

  private void addShorts(MemorySegment block, int partCount) {
    for (int i = 0; i < partCount; i++) {
      countByCode[block.get(SHORT, 2L * i) & 0xffff]++;
    }
  }

  private void addBytes(MemorySegment block, int partCount) {
    long[] counts = byteCounts(block, partCount);
    for (int code = 0; code < counts.length; code++) {
      countByCode[code] += counts[code];
    }
  }

  private void addNibbles(MemorySegment block, int partCount) {
    long[] counts = byteCounts(block, partCount / 2);
    for (int pair = 0; pair < counts.length; pair++) {
      countByCode[pair & 0xf] += counts[pair];
      countByCode[pair >>> 4] += counts[pair];
    }
    addOneByOne(block, partCount & ~1, partCount);
  }

  private void addSixBits(MemorySegment block, int partCount) {
    long[] counts = new long[1 << 12];
    int byteCount = partCount / 4 * 3;
    for (int i = 0; i < byteCount; i += 3) {
      int first = block.get(BYTE, i) & 0xff;
      int second = block.get(BYTE, i + 1) & 0xff;
      int third = block.get(BYTE, i + 2) & 0xff;
      counts[first | (second & 0xf) << 8]++;
      counts[second >>> 4 | third << 4]++;
    }
    for (int pair = 0; pair < counts.length; pair++) {
      countByCode[pair & 0x3f] += counts[pair];
      countByCode[pair >>> 6] += counts[pair];
    }
    addOneByOne(block, partCount & ~3, partCount);
  }

  private void addOneByOne(MemorySegment block, int begin, int end) {
    for (int i = begin; i < end; i++) {
      countByCode[(int) type.code(block, i)]++;
    }
  }

  private static long[] byteCounts(MemorySegment block, int byteCount) {
    long[] counts = new long[1 << 8];
    for (int i = 0; i < byteCount; i++) {
      counts[block.get(BYTE, i) & 0xff]++;
    }
    return counts;
  }
}
