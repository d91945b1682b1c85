package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;

/// The bytes of a new header with its length field, which replace a header of the same length.
/// Readers cannot load a mixture of both: the length field is made invalid first and corrected
/// last, and each step is forced to the disk before the next.
///
/// After an interruption, the file has the old header, the new header, or a header that all readers
/// refuse and that [Preface#isUnfinished()] recognizes.
interface HeaderImage {

  int PIECE_BYTES = 1 << 17;

  /// @param begin file offset of the first byte
  ByteBuffer bytes(long begin, int byteCount) throws IOException;

  /// Writes and forces the length field and the header. Does not read the file, and allocates no
  /// memory for an image in memory.
  ///
  /// @param headerLength the length of the old and the new header in bytes
  /// @param isMarked true to protect the file by the mark; false if it already reads as this image,
  ///   but the disk may differ from the page cache
  default void writeTo(OpenFile file, long headerLength, boolean isMarked) throws IOException {
    if (isMarked) {
      Transfer.write(file, Preface.unfinishedMark(), 0);
      file.force();
    }
    long end = Preface.BYTE_COUNT + headerLength;
    for (long at = Preface.BYTE_COUNT; at < end; at += PIECE_BYTES) {
      Transfer.write(file, bytes(at, (int) Math.min(PIECE_BYTES, end - at)), at);
    }
    file.force();
    Transfer.write(file, bytes(0, Preface.BYTE_COUNT), 0);
    file.force();
  }
}
