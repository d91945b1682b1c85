package io.github.tensorloupe.desktop.pane.hex.search;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A reference implementation that tests one position at a time.
final class NaiveSearch {

  private NaiveSearch() {}

  static List<ByteRange> of(byte[] file, ByteRange range, BytePattern pattern) {
    List<ByteRange> matches = new ArrayList<>();
    for (long at = range.begin(); at + pattern.length() <= range.end(); at++) {
      boolean isMatch = true;
      for (int i = 0; isMatch && i < pattern.length(); i++) {
        isMatch = (file[(int) at + i] & pattern.mask(i)) == pattern.value(i);
      }
      if (isMatch) {
        matches.add(new ByteRange(at, at + pattern.length()));
      }
    }
    return matches;
  }

  static List<ByteRange> of(byte[] file, ByteRange range, Dtype dtype, ElementTest test) {
    ElementType type = ElementType.of(dtype);
    MemorySegment bytes = MemorySegment.ofArray(file).asSlice(range.begin(), range.byteCount());
    List<ByteRange> matches = new ArrayList<>();
    long parts = range.byteCount() * 8 / type.partBits();
    for (long i = 0; i < parts; i++) {
      if (accepts(test, type.code(bytes, i))) {
        long bit = i * type.partBits();
        matches.add(
            new ByteRange(
                range.begin() + bit / 8, range.begin() + Math.ceilDiv(bit + type.partBits(), 8L)));
      }
    }
    return matches;
  }

  /// Returns whether a code passes the test.
  static boolean accepts(ElementTest test, long code) {
    long masked = code & test.mask();
    return switch (test.relation()) {
      case EQUAL -> masked == test.operand();
      case DIFFERENT -> masked != test.operand();
      case AT_LEAST -> masked >= test.operand();
    };
  }

  /// Returns a pattern of exactly these bytes.
  static BytePattern exactly(byte... bytes) {
    byte[] masks = new byte[bytes.length];
    Arrays.fill(masks, (byte) 0xff);
    return BytePattern.of(bytes, masks);
  }
}
