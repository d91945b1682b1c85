package io.github.tensorloupe.analysis;

import io.github.tensorloupe.element.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Counts the codes of a small tensor by sorting them. Not thread-safe.
final class SortedCodes implements CodeCounts {

  private final ElementType type;
  private final int[] ranks;
  private int size;

  /// @param capacity how many codes can be added
  SortedCodes(ElementType type, int capacity) {
    this.type = type;
    this.ranks = new int[capacity];
  }

  @Override
  public void add(MemorySegment block, int partCount) {
    for (int i = 0; i < partCount; i++) {
      ranks[size++] = (int) type.rankOf(type.code(block, i));
    }
  }

  @Override
  public OccurringCodes occurring() {
    Arrays.sort(ranks, 0, size);
    int[] codes = new int[size];
    long[] counts = new long[size];
    int distinctCount = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || ranks[i] != ranks[i - 1]) {
        codes[distinctCount++] = (int) type.codeAtRank(ranks[i]);
      }
      counts[distinctCount - 1]++;
    }
    return new OccurringCodes(
        Arrays.copyOf(codes, distinctCount), Arrays.copyOf(counts, distinctCount));
  }
}
