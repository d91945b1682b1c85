package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;

/// The beginning of a file as it is to become. It is written over a header of the same length, so
/// that no reader loads a mixture: the length is made impossible first and right last, and the disk
/// confirms every step before the next one.
///
/// Whatever of it is cut off, the file is the old one, the new one, or one that every reader
/// refuses and that this program recognizes ([Preface#isUnfinished()]).
interface HeaderImage {

  int PIECE_BYTES = 1 << 17;

  /// A range of it.
  ///
  /// @param begin file offset of the first byte
  ByteBuffer bytes(long begin, int byteCount) throws IOException;

  /// Writes and forces the bytes from 0 to the end of the header. Needs no memory for an image that
  /// is in memory, and reads nothing of the file.
  ///
  /// @param headerLength in bytes, the same before and after
  default void writeTo(OpenFile file, long headerLength) throws IOException {
    Transfer.write(file, Preface.unfinishedMark(), 0);
    file.force();
    writeAgain(file, headerLength);
  }

  /// Does the same without the mark, over a file that reads as the image already: what the disk has
  /// of it is not known.
  default void writeAgain(OpenFile file, long headerLength) throws IOException {
    long end = Preface.BYTE_COUNT + headerLength;
    for (long at = Preface.BYTE_COUNT; at < end; at += PIECE_BYTES) {
      Transfer.write(file, bytes(at, (int) Math.min(PIECE_BYTES, end - at)), at);
    }
    file.force();
    Transfer.write(file, bytes(0, Preface.BYTE_COUNT), 0);
    file.force();
  }
}
