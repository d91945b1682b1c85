package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;

/// The new header of a file, which is written over a header of the same length. No reader loads a
/// mixture of both: the length field is made invalid first and corrected last, and each step is
/// forced to the disk before the next one.
///
/// If writing is interrupted, the file is the old one, the new one, or one that all readers refuse
/// and that this program recognizes ([Preface#isUnfinished()]).
interface HeaderImage {

  int PIECE_BYTES = 1 << 17;

  /// Returns a range of the image.
  ///
  /// @param begin file offset of the first byte
  ByteBuffer bytes(long begin, int byteCount) throws IOException;

  /// Writes and forces the bytes from 0 to the end of the header. Reads nothing from the file, and
  /// allocates no memory if the image is in memory.
  ///
  /// @param headerLength in bytes, the same before and after
  default void writeTo(OpenFile file, long headerLength) throws IOException {
    Transfer.write(file, Preface.unfinishedMark(), 0);
    file.force();
    writeAgain(file, headerLength);
  }

  /// Writes the image over a file that already reads as this image, without the mark. The content
  /// of the disk may differ from the content that the system has in memory.
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
