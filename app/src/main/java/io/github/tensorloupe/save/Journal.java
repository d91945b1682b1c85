package io.github.tensorloupe.save;

import io.github.tensorloupe.model.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;

/// The contents of a journal file: a [JournalHead], the beginning of the file before and after the
/// save, and a checksum of it all.
///
/// @param head who saves what
/// @param headLength the length of the head in bytes
/// @param isComplete whether all of it is there and the checksum is right
record Journal(JournalHead head, int headLength, boolean isComplete) {

  private static final int PIECE_BYTES = 1 << 18;
  private static final int CHECKSUM_BYTES = 32;

  /// The length of a journal in bytes.
  static long byteCount(JournalHead head) {
    return head.toBytes().length + 2 * head.imageLength() + CHECKSUM_BYTES;
  }

  /// Writes a journal into an empty file. Nothing is forced.
  ///
  /// @param oldImage the beginning of the file as it is; empty for a rewrite
  /// @param newImage the beginning of the file as it will be, equally long
  static void write(OpenFile file, JournalHead head, byte[] oldImage, byte[] newImage)
      throws IOException {
    MessageDigest digest = Sha256.digest();
    long offset = 0;
    for (byte[] part : new byte[][] {head.toBytes(), oldImage, newImage}) {
      Transfer.write(file, part, offset);
      digest.update(part);
      offset += part.length;
    }
    Transfer.write(file, digest.digest(), offset);
  }

  /// Reads what there is; empty where not even the head is.
  static Optional<Journal> read(OpenFile file) throws IOException {
    long length = file.length();
    byte[] begin = Transfer.read(file, 0, (int) Math.min(JournalHead.MAX_BYTES, length));
    ByteBuffer bytes = ByteBuffer.wrap(begin);
    Optional<JournalHead> head = JournalHead.read(bytes);
    if (head.isEmpty()) {
      return Optional.empty();
    }
    boolean complete = length == byteCount(head.get()) && checksumIsRight(file, length);
    return Optional.of(new Journal(head.get(), bytes.position(), complete));
  }

  private static boolean checksumIsRight(OpenFile file, long length) throws IOException {
    MessageDigest digest = Sha256.digest();
    long end = length - CHECKSUM_BYTES;
    for (long at = 0; at < end; at += PIECE_BYTES) {
      digest.update(Transfer.read(file, at, (int) Math.min(PIECE_BYTES, end - at)));
    }
    return Arrays.equals(digest.digest(), Transfer.read(file, end, CHECKSUM_BYTES));
  }

  /// A range of the old image.
  ///
  /// @param begin from the beginning of the file
  byte[] oldBytes(OpenFile file, long begin, int byteCount) throws IOException {
    return Transfer.read(file, headLength + begin, byteCount);
  }

  /// A range of the new image.
  ///
  /// @param begin from the beginning of the file
  byte[] newBytes(OpenFile file, long begin, int byteCount) throws IOException {
    return Transfer.read(file, headLength + head.imageLength() + begin, byteCount);
  }
}
