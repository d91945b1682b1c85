package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;

/// The loaded part of a file. Immutable.
public final class ByteWindow {

  /// The result of [#at] for a byte that is not loaded.
  public static final int ABSENT = -1;

  /// An empty window.
  public static final ByteWindow EMPTY = new ByteWindow(0, new byte[0]);

  private final ByteRange range;
  private final byte[] bytes;

  /// @param byteOffset file offset of the first byte
  /// @param bytes must not be modified afterwards
  public ByteWindow(long byteOffset, byte[] bytes) {
    this.range = new ByteRange(byteOffset, byteOffset + bytes.length);
    this.bytes = bytes;
  }

  /// Returns the file offsets of the loaded bytes.
  public ByteRange range() {
    return range;
  }

  /// Returns a byte of the file, from 0 to 255, or [#ABSENT].
  public int at(long byteOffset) {
    return range.contains(byteOffset) ? bytes[(int) (byteOffset - range.begin())] & 0xff : ABSENT;
  }

  /// Returns a little-endian number of up to 8 bytes; empty if one of them is not loaded.
  public OptionalLong littleEndian(long byteOffset, int byteCount) {
    long number = 0;
    for (int i = byteCount - 1; i >= 0; i--) {
      int value = at(byteOffset + i);
      if (value == ABSENT) {
        return OptionalLong.empty();
      }
      number = number << 8 | value;
    }
    return OptionalLong.of(number);
  }

  /// Returns the shortest exact text of an element; empty if its bytes are not loaded.
  ///
  /// @param tensorBegin file offset of the tensor's first byte
  public Optional<String> text(ElementPosition element, long tensorBegin) {
    ElementType type = ElementType.of(element.info().dtype());
    long first = element.elementIndex() * type.partsPerElement();
    List<Long> codes =
        LongStream.range(first, first + type.partsPerElement())
            .mapToObj(part -> code(type, tensorBegin, part))
            .flatMapToLong(OptionalLong::stream)
            .boxed()
            .toList();
    return codes.size() < type.partsPerElement()
        ? Optional.empty()
        : Optional.of(type.displayText(codes::get));
  }

  /// Returns the code of a part of an element; empty if its bytes are not loaded.
  ///
  /// @param tensorBegin file offset of the tensor's first byte
  /// @param partIndex index of the part in the tensor
  OptionalLong code(ElementType type, long tensorBegin, long partIndex) {
    int bits = type.partBits();
    // Eight parts of any width fill `bits` bytes.
    long groupBegin = tensorBegin + partIndex / 8 * bits;
    int bitInGroup = (int) (partIndex % 8) * bits;
    int firstByte = bitInGroup / 8;
    int byteCount = (bitInGroup + bits - 1) / 8 - firstByte + 1;
    OptionalLong word = littleEndian(groupBegin + firstByte, byteCount);
    return word.isEmpty()
        ? word
        : OptionalLong.of(word.getAsLong() >>> bitInGroup % 8 & -1L >>> Long.SIZE - bits);
  }
}
