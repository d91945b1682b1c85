package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;

/// Counts codes of up to 16 bits in a table of all the codes there are.
final class PatternCounts implements PartCounts {

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final ElementType type;
  private final long[] countByCode;

  /// The counts since the last settling: half as large, so that more of it stays in the cache next
  /// to the processor.
  private final int[] pendingByCode;

  /// Of codes of 8 and of 4 bits whole bytes are counted.
  private final long[] pendingByByte;

  private Optional<BytePairs> bytePairs = Optional.empty();
  private int pendingCount;

  PatternCounts(ElementType type) {
    this.type = type;
    this.countByCode = new long[1 << type.partBits()];
    this.pendingByCode = new int[countByCode.length];
    this.pendingByByte = new long[isByBytes() ? 1 << Byte.SIZE : 0];
  }

  private boolean isByBytes() {
    return type.partBits() == Byte.SIZE || type.partBits() == Byte.SIZE / 2;
  }

  @Override
  public void add(Chunk chunk) {
    MemorySegment block = chunk.bytes();
    int partCount = chunk.partCount();
    if (pendingCount > Integer.MAX_VALUE - partCount) {
      settle();
    }
    pendingCount += partCount;
    switch (type.partBits()) {
      case 4 -> addNibbles(block, partCount);
      case 6 -> addSixBits(block, partCount);
      case 8 -> addBytes(block, partCount);
      default -> addShorts(block, partCount);
    }
  }

  @Override
  public void merge(PartCounts other) {
    PatternCounts from = (PatternCounts) other;
    from.settle();
    for (int code = 0; code < countByCode.length; code++) {
      countByCode[code] += from.countByCode[code];
    }
  }

  private void settle() {
    for (int code = 0; code < countByCode.length; code++) {
      countByCode[code] += pendingByCode[code];
      pendingByCode[code] = 0;
    }
    settleBytes();
    pendingCount = 0;
  }

  private void settleBytes() {
    bytePairs.ifPresent(pairs -> pairs.foldInto(pendingByByte));
    for (int value = 0; value < pendingByByte.length; value++) {
      long count = pendingByByte[value];
      if (type.partBits() == Byte.SIZE) {
        countByCode[value] += count;
      } else {
        countByCode[value & 0xf] += count;
        countByCode[value >>> 4] += count;
      }
      pendingByByte[value] = 0;
    }
  }

  @Override
  public Distribution result() {
    settle();
    CodeTally tally = new CodeTally(type, distinctCount());
    for (int rank = 0; rank < countByCode.length; rank++) {
      long count = countByCode[(int) type.codeAtRank(rank)];
      if (count != 0) {
        tally.add(rank, count);
      }
    }
    return tally.distribution();
  }

  private int distinctCount() {
    int distinct = 0;
    for (long count : countByCode) {
      distinct += count == 0 ? 0 : 1;
    }
    return distinct;
  }

  private void addShorts(MemorySegment block, int partCount) {
    int[] pending = pendingByCode;
    for (int i = 0; i < partCount; i++) {
      pending[block.get(SHORT, 2L * i) & 0xffff]++;
    }
  }

  private void addBytes(MemorySegment block, int byteCount) {
    int counted = 0;
    if (byteCount >= BytePairs.WORTH_BYTES) {
      BytePairs pairs = bytePairs.orElseGet(BytePairs::new);
      bytePairs = Optional.of(pairs);
      counted = byteCount & ~1;
      pairs.add(block, counted);
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

  /// Counts bytes by neighboring pairs: half as many steps, and equal bytes that follow each other
  /// do not wait for each other's count. Not thread-safe.
  private static final class BytePairs {

    private static final ValueLayout.OfShort SHORT =
        ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /// With fewer bytes, filling and folding the table takes longer than it saves.
    static final int WORTH_BYTES = 1 << 18;

    private final int[] countByPair = new int[1 << Short.SIZE];

    /// Counts the bytes of a block.
    ///
    /// @param byteCount even; at most 2³² between two foldings
    void add(MemorySegment block, int byteCount) {
      int[] counts = countByPair;
      int pairCount = byteCount / 2;
      for (int i = 0; i < pairCount; i++) {
        counts[block.get(SHORT, 2L * i) & 0xffff]++;
      }
    }

    /// Adds the counts of single bytes to others, and begins anew.
    ///
    /// @param countByByte one for each of the 256 bytes
    void foldInto(long[] countByByte) {
      for (int pair = 0; pair < countByPair.length; pair++) {
        int count = countByPair[pair];
        if (count != 0) {
          countByByte[pair & 0xff] += count;
          countByByte[pair >>> Byte.SIZE] += count;
          countByPair[pair] = 0;
        }
      }
    }
  }
}
