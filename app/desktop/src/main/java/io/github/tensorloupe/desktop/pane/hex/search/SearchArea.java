package io.github.tensorloupe.desktop.pane.hex.search;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorData;

/// Equally spaced positions to search, from the start of a range.
///
/// @param range file offsets; matches lie completely inside
public record SearchArea(ByteRange range, SearchPattern sought, long placeCount) {

  public SearchArea {
    if (placeCount < 0 || placeCount > placesIn(range.byteCount(), sought)) {
      throw new IllegalArgumentException(placeCount + " places in " + range);
    }
  }

  /// Returns all positions of a range.
  ///
  /// @param range file offsets; the first element begins at its start
  public static SearchArea of(ByteRange range, SearchPattern sought) {
    return new SearchArea(range, sought, placesIn(range.byteCount(), sought));
  }

  /// Returns the elements of a tensor that are inside the file. For complex elements these are the
  /// parts, unless whole elements are requested.
  ///
  /// @param test a test as wide as an element or one of its parts
  public static SearchArea of(TensorData tensor, ElementTest test) {
    int partBits = ElementType.of(tensor.info().dtype()).partBits();
    int partsPerPlace = test.bits() / partBits;
    if (partsPerPlace * partBits != test.bits()) {
      throw new IllegalArgumentException(test.bits() + " bits in " + tensor.info().dtype());
    }
    return new SearchArea(tensor.range(), test, tensor.partCount() / partsPerPlace);
  }

  /// Counts groups of whole bytes, because eight times the byte count may exceed 64 bits.
  private static long placesIn(long byteCount, SearchPattern sought) {
    int bits = sought.placeBits();
    return bits == Byte.SIZE
        ? Math.max(0, byteCount - Math.ceilDiv(sought.matchBits(), Byte.SIZE) + 1)
        : byteCount / bits * Byte.SIZE + byteCount % bits * Byte.SIZE / bits;
  }

  /// Returns the first position at or after a byte.
  ///
  /// @param byteOffset file offset
  long firstPlaceFrom(long byteOffset) {
    long before = Math.clamp(byteOffset - range.begin(), 0, range.byteCount());
    int bits = sought.placeBits();
    long place = before / bits * Byte.SIZE + Math.ceilDiv(before % bits * Byte.SIZE, (long) bits);
    return Math.min(placeCount, place);
  }

  ByteRange match(long place) {
    int bits = sought.placeBits();
    long groupBegin = range.begin() + place / Byte.SIZE * bits;
    long bitsInGroup = place % Byte.SIZE * bits;
    return new ByteRange(
        groupBegin + bitsInGroup / Byte.SIZE,
        groupBegin + Math.ceilDiv(bitsInGroup + sought.matchBits(), (long) Byte.SIZE));
  }
}
