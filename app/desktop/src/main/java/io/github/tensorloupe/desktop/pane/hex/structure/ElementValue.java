package io.github.tensorloupe.desktop.pane.hex.structure;

import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementText;
import io.github.tensorloupe.element.ElementType;
import java.util.Optional;
import java.util.OptionalLong;

/// The number of an element, taken from bytes that have been read.
public final class ElementValue {

  private ElementValue() {}

  /// Its shortest exact text; empty where its bytes have not been read.
  ///
  /// @param tensorBegin file offset of the tensor's first byte
  public static Optional<String> text(ElementPosition element, HexWindow window, long tensorBegin) {
    ElementType type = ElementType.of(element.info().dtype());
    int parts = type.partsPerElement();
    long[] codes = new long[parts];
    for (int part = 0; part < parts; part++) {
      OptionalLong code = code(type, window, tensorBegin, element.elementIndex() * parts + part);
      if (code.isEmpty()) {
        return Optional.empty();
      }
      codes[part] = code.getAsLong();
    }
    return Optional.of(ElementText.of(type, part -> codes[part]));
  }

  /// Whether a part is NaN or infinite; never where its bytes have not been read.
  ///
  /// @param tensorBegin file offset of the tensor's first byte
  /// @param partIndex counted from the tensor's first part
  static boolean isNotFinite(ElementType type, HexWindow window, long tensorBegin, long partIndex) {
    OptionalLong code = code(type, window, tensorBegin, partIndex);
    if (code.isEmpty()) {
      return false;
    }
    ElementClass found = type.classify(code.getAsLong());
    return !found.isFinite();
  }

  private static OptionalLong code(
      ElementType type, HexWindow window, long tensorBegin, long partIndex) {
    int bits = type.partBits();
    // Eight parts fill `bits` bytes, whatever their width.
    long groupBegin = tensorBegin + partIndex / 8 * bits;
    int bitInGroup = (int) (partIndex % 8) * bits;
    int firstByte = bitInGroup / 8;
    int byteCount = (bitInGroup + bits - 1) / 8 - firstByte + 1;
    OptionalLong word = window.littleEndian(groupBegin + firstByte, byteCount);
    long mask = bits == Long.SIZE ? -1L : (1L << bits) - 1;
    return word.isPresent()
        ? OptionalLong.of(word.getAsLong() >>> bitInGroup % 8 & mask)
        : OptionalLong.empty();
  }
}
