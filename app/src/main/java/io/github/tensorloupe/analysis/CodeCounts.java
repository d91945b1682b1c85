package io.github.tensorloupe.analysis;

import io.github.tensorloupe.element.ElementType;
import java.lang.foreign.MemorySegment;

/// How often each code of a dtype of up to 16 bits occurs.
sealed interface CodeCounts permits PatternCounts, SortedCodes {

  /// For tensors with fewer parts than this share of all codes, going through a table of all codes
  /// takes longer than sorting those that are there.
  int TABLE_SHARE = 16;

  /// The way of counting that suits a tensor of so many parts.
  static CodeCounts of(ElementType type, long partCount) {
    return partCount < (1 << type.partBits()) / TABLE_SHARE
        ? new SortedCodes(type, (int) partCount)
        : new PatternCounts(type);
  }

  /// Counts the first `partCount` codes of a block.
  void add(MemorySegment block, int partCount);

  /// The codes counted so far.
  OccurringCodes occurring();
}
