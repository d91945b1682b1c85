package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;

/// Counts codes of up to 16 bits in a table of all possible codes.
final class PatternCounts implements PartCounts {

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// The minimum number of bytes for which a table of pairs is faster than counting bytes.
  private static final int WORTH_PAIRS = 1 << 18;

  private final ElementType type;

  /// The counts up to the last call of [#flush]. Most tensors are too small to need this table.
  private long[] countByCode = {};

  /// The counts since the last call of [#flush]; `int` values to save space in the L1 cache.
  private final int[] pendingByCode;

  /// The pending counts of whole bytes, for codes of 8 and 4 bits.
  private final int[] pendingByByte;

  /// The counts of pairs of adjacent bytes, which avoid dependent updates for equal bytes; empty if
  /// there are too few bytes.
  private int[] countByPair = {};

  private int pendingCount;

  PatternCounts(ElementType type) {
    this.type = type;
    this.pendingByCode = new int[1 << type.partBits()];
    this.pendingByByte = type.partBits() == Byte.SIZE ? pendingByCode : new int[1 << Byte.SIZE];
  }

  @Override
  public void add(Chunk chunk) {
    MemorySegment block = chunk.bytes();
    int partCount = chunk.partCount();
    if (pendingCount > Integer.MAX_VALUE - partCount) {
      flush();
    }
    pendingCount += partCount;
    switch (type.partBits()) {
      case 4 -> addNibbles(block, partCount);
      case 6 -> addSixBits(block, partCount);
      case 8 -> addBytes(block, partCount);
      default -> addShorts(block, partCount, pendingByCode);
    }
  }

  @Override
  public void merge(PartCounts other) {
    PatternCounts from = (PatternCounts) other;
    flush();
    from.flush();
    Arrays.setAll(countByCode, code -> countByCode[code] + from.countByCode[code]);
  }

  private void flush() {
    fold();
    if (countByCode.length == 0) {
      countByCode = new long[pendingByCode.length];
    }
    for (int code = 0; code < countByCode.length; code++) {
      countByCode[code] += pendingByCode[code];
      pendingByCode[code] = 0;
    }
    pendingCount = 0;
  }

  private void fold() {
    for (int pair = 0; pair < countByPair.length; pair++) {
      pendingByByte[pair & 0xff] += countByPair[pair];
      pendingByByte[pair >>> Byte.SIZE] += countByPair[pair];
      countByPair[pair] = 0;
    }
    if (type.partBits() == Byte.SIZE / 2) {
      for (int value = 0; value < pendingByByte.length; value++) {
        pendingByCode[value & 0xf] += pendingByByte[value];
        pendingByCode[value >>> 4] += pendingByByte[value];
        pendingByByte[value] = 0;
      }
    }
  }

  @Override
  public Distribution result() {
    fold();
    boolean isSettled = countByCode.length > 0;
    CodeTally tally = new CodeTally(type);
    for (int rank = 0; rank < pendingByCode.length; rank++) {
      int code = (int) type.codeAtRank(rank);
      long count = pendingByCode[code] + (isSettled ? countByCode[code] : 0);
      if (count != 0) {
        tally.add(rank, count);
      }
    }
    return tally.distribution();
  }

  private static void addShorts(MemorySegment block, int count, int[] counts) {
    for (int i = 0; i < count; i++) {
      counts[block.get(SHORT, 2L * i) & 0xffff]++;
    }
  }

  private void addBytes(MemorySegment block, int byteCount) {
    int counted = 0;
    if (byteCount >= WORTH_PAIRS) {
      countByPair = countByPair.length == 0 ? new int[1 << Short.SIZE] : countByPair;
      counted = byteCount & ~1;
      addShorts(block, counted / 2, countByPair);
    }
    for (int i = counted; i < byteCount; i++) {
      pendingByByte[block.get(BYTE, i) & 0xff]++;
    }
  }

  private void addNibbles(MemorySegment block, int partCount) {
    addBytes(block, partCount / 2);
    addOneByOne(block, partCount & ~1, partCount);
  }

  private void addSixBits(MemorySegment block, int partCount) {
    int[] counts = new int[1 << 12];
    int byteCount = partCount / 4 * 3;
    for (int i = 0; i < byteCount; i += 3) {
      int first = block.get(BYTE, i) & 0xff;
      int second = block.get(BYTE, i + 1) & 0xff;
      int third = block.get(BYTE, i + 2) & 0xff;
      counts[first | (second & 0xf) << 8]++;
      counts[second >>> 4 | third << 4]++;
    }
    for (int pair = 0; pair < counts.length; pair++) {
      pendingByCode[pair & 0x3f] += counts[pair];
      pendingByCode[pair >>> 6] += counts[pair];
    }
    addOneByOne(block, partCount & ~3, partCount);
  }

  private void addOneByOne(MemorySegment block, int begin, int end) {
    for (int i = begin; i < end; i++) {
      pendingByCode[(int) type.code(block, i)]++;
    }
  }
}
