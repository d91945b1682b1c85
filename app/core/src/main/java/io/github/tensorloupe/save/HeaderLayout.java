package io.github.tensorloupe.save;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.SplicedHeader;
import io.github.tensorloupe.format.UnwritableHeaderException;
import io.github.tensorloupe.text.Sentence;

/// Decides how long a new header is: whether the old length will do, and if not, where the data
/// buffer goes.
///
/// @param oldRoom how many bytes of the old header were padding or spacer
record HeaderLayout(SplicedHeader header, int oldLength, int oldRoom, SaveOptions options) {

  private static final int MIN_ALIGNMENT = 8;
  private static final int MAX_ALIGNMENT = 4096;

  /// True if the data have to stand elsewhere because an alignment was asked for.
  boolean mustMoveData() {
    return options.alignment().isPresent()
        && dataStart(oldLength) % options.alignment().getAsInt() != 0;
  }

  /// True if the header has less room than was asked for.
  boolean lacksRoom() {
    return oldLength - header.minLength() < options.requiredRoom();
  }

  /// True if the new header can have the length of the old one.
  boolean fitsInPlace() {
    return header.minLength() <= oldLength && !lacksRoom() && !mustMoveData();
  }

  /// The header length after a rewrite, in bytes: the old one where it leaves enough room and no
  /// more than there was.
  ///
  /// @throws UnwritableHeaderException if the room or the alignment that it must have makes it
  ///   longer than readers accept
  int rewrittenLength() throws UnwritableHeaderException {
    long room = Math.max(options.requiredRoom(), options.reservedBytes());
    int roomy = lengthWithRoom(Math.max(room, oldRoom));
    boolean mayKeepLength = fitsInPlace() && dataStart(oldLength) % alignment() == 0;
    return mayKeepLength ? Math.clamp(oldLength, lengthWithRoom(room), roomy) : roomy;
  }

  /// The length with this much room or more that puts the data buffer where it may begin; less room
  /// where the header would become longer than readers accept.
  private int lengthWithRoom(long room) throws UnwritableHeaderException {
    // A spacer is room that is there already.
    long atLeast = Math.max(header.text().length, header.minLength() + room);
    int alignment = alignment();
    long length = roundUp(dataStart(atLeast), alignment) - Preface.BYTE_COUNT;
    if (length <= Preface.MAX_HEADER_LENGTH) {
      return (int) length;
    }
    long largestStart = dataStart(Preface.MAX_HEADER_LENGTH) / alignment * alignment;
    long largest = largestStart - Preface.BYTE_COUNT;
    if (largest - header.minLength() < options.requiredRoom()) {
      throw new UnwritableHeaderException(
          Sentence.of(
              "With {0} {0#byte|bytes} of room, and the data at a multiple of {1}, the header would"
                  + " be larger than the {2} bytes that readers accept.",
              options.requiredRoom(), alignment, Preface.MAX_HEADER_LENGTH));
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
