package io.github.tensorloupe.save;

import module java.base;

/// The header that a save would write.
///
/// @param lengthBefore the header length of the file, padding included
/// @param bytes the new header with its padding, without the 8 bytes of its length; not to be
///   changed
/// @param textLength how many of the bytes the JSON needs; the rest is room: padding, and the
///   spaces of a `__spacer`
public record PlannedHeader(long lengthBefore, byte[] bytes, int textLength) {

  public PlannedHeader {
    Objects.checkFromToIndex(0, textLength, bytes.length);
  }

  /// The new header length, padding included.
  public long lengthAfter() {
    return bytes.length;
  }

  /// The number of bytes of room in the new header for later edits.
  public int room() {
    return bytes.length - textLength;
  }
}
