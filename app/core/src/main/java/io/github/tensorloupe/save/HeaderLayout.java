package io.github.tensorloupe.save;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.SplicedHeader;
import io.github.tensorloupe.format.UnwritableHeaderException;

/// The length of a new header and the position of the data buffer.
///
/// @param oldRoom the number of bytes of padding and spacer in the old header
record HeaderLayout(SplicedHeader header, int oldLength, int oldRoom, SaveOptions options) {

  private static final int MIN_ALIGNMENT = 8;
  private static final int MAX_ALIGNMENT = 4096;

  boolean mustMoveData() {
    return options.alignment().isPresent()
        && dataStart(oldLength) % options.alignment().getAsInt() != 0;
  }

  boolean lacksRoom() {
    return oldLength - header.minLength() < options.requiredRoom();
  }

  boolean fitsInPlace() {
    return header.minLength() <= oldLength && !lacksRoom() && !mustMoveData();
  }

  /// Returns the header length in bytes after a rewrite. Preserves the old length if it provides
  /// enough room and no more room than before.
  int rewrittenLength() throws UnwritableHeaderException {
    long room = Math.max(options.requiredRoom(), options.reservedBytes());
    int lengthWithMaxRoom = lengthWithRoom(Math.max(room, oldRoom));
    boolean mayKeepLength = fitsInPlace() && dataStart(oldLength) % alignment() == 0;
    return mayKeepLength
        ? Math.clamp(oldLength, lengthWithRoom(room), lengthWithMaxRoom)
        : lengthWithMaxRoom;
  }

  /// Returns the length of an aligned header with at least the given room, or with less room if the
  /// header would otherwise be longer than readers accept.
  private int lengthWithRoom(long room) throws UnwritableHeaderException {
    // The room includes a spacer.
    long minHeaderLength = Math.max(header.text().length, header.minLength() + room);
    int alignment = alignment();
    long length = roundUp(dataStart(minHeaderLength), alignment) - Preface.BYTE_COUNT;
    if (length <= Preface.MAX_HEADER_LENGTH) {
      return (int) length;
    }
    long largestStart = dataStart(Preface.MAX_HEADER_LENGTH) / alignment * alignment;
    long largest = largestStart - Preface.BYTE_COUNT;
    if (largest - header.minLength() < options.requiredRoom()) {
      throw new UnwritableHeaderException(
          "With {0} {0#byte|bytes} of room, and the data at a multiple of {1}, the header would be"
              + " larger than the {2} bytes that readers accept.",
          options.requiredRoom(), alignment, Preface.MAX_HEADER_LENGTH);
    }
    return (int) largest;
  }

  private int alignment() {
    long old = Long.lowestOneBit(dataStart(oldLength));
    return options.alignment().orElse(Math.clamp(old, MIN_ALIGNMENT, MAX_ALIGNMENT));
  }

  private static long dataStart(long headerLength) {
    return Preface.BYTE_COUNT + headerLength;
  }

  static long roundUp(long value, int multiple) {
    return (value + multiple - 1) / multiple * multiple;
  }
}
