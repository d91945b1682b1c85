package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.Sha256;

/// The content of a journal: a [JournalHead], the beginning of the saved file before and after the
/// save (the images), and a checksum.
///
/// The magic number at the beginning is written last. A journal without it counts as empty, because
/// the save has not yet changed the file.
///
/// @param head the head of a complete journal, or of a damaged journal if it can be parsed
record Journal(OpenFile file, State state, Optional<JournalHead> head, int headLength) {

  enum State {
    /// Empty, or without its magic number.
    EMPTY,
    IN_PLACE,
    REWRITE,
    /// Complete, but with images that an in-place save does not write.
    FORGED,
    DAMAGED
  }

  private static final int PIECE_BYTES = 1 << 18;
  private static final int CHECKSUM_BYTES = 32;

  static long byteCount(JournalHead head) {
    return head.toBytes().length + 2 * head.imageLength() + CHECKSUM_BYTES;
  }

  /// Writes a journal without its magic number to an empty file. Does not force it. Both images
  /// have the same length.
  static void writeUnsealed(OpenFile file, JournalHead head, byte[] oldImage, byte[] newImage)
      throws IOException {
    MessageDigest digest = Sha256.digest();
    byte[] unsealed = head.toBytes();
    digest.update(unsealed);
    digest.update(oldImage);
    digest.update(newImage);
    Arrays.fill(unsealed, 0, JournalHead.MAGIC_BYTES, (byte) 0);
    long offset = 0;
    for (byte[] part : List.of(unsealed, oldImage, newImage, digest.digest())) {
      Transfer.write(file, part, offset);
      offset += part.length;
    }
  }

  /// Writes the magic number. The rest of the journal must already be forced to the disk.
  static void seal(OpenFile file, JournalHead head) throws IOException {
    Transfer.write(file, Arrays.copyOf(head.toBytes(), JournalHead.MAGIC_BYTES), 0);
  }

  /// Writes the journal of a rewrite, which contains the [RewrittenFiles] twice in place of images.
  /// Does not force it.
  ///
  /// @param head a head whose image length is the length of `keys`
  static void write(OpenFile file, JournalHead head, byte[] keys) throws IOException {
    ByteBuffer whole = ByteBuffer.allocate((int) byteCount(head));
    whole.put(head.toBytes()).put(keys).put(keys);
    MessageDigest digest = Sha256.digest();
    digest.update(whole.array(), 0, whole.position());
    whole.put(digest.digest()).flip();
    Transfer.write(file, whole, 0);
  }

  RewrittenFiles rewritten() throws IOException {
    return readRewritten().orElseThrow();
  }

  private Optional<RewrittenFiles> readRewritten() throws IOException {
    return RewrittenFiles.of(oldBytes(0, (int) head.orElseThrow().imageLength()));
  }

  static Journal read(OpenFile file) throws IOException {
    long length = file.length();
    byte[] begin = Transfer.read(file, 0, (int) Math.min(JournalHead.MAX_BYTES, length));
    int magicBytes = Math.min(JournalHead.MAGIC_BYTES, begin.length);
    if (Arrays.equals(begin, 0, magicBytes, new byte[magicBytes], 0, magicBytes)) {
      return new Journal(file, State.EMPTY, Optional.empty(), 0);
    }
    ByteBuffer bytes = ByteBuffer.wrap(begin);
    Optional<JournalHead> head = JournalHead.read(bytes);
    Journal journal = new Journal(file, State.DAMAGED, head, bytes.position());
    if (head.isEmpty()
        || length != byteCount(head.get())
        || !head.get().isSound()
        || !checksumIsRight(file, length)) {
      return journal;
    }
    State state =
        head.get().strategy() == Strategy.REWRITE
            ? journal.readRewritten().isPresent() ? State.REWRITE : State.DAMAGED
            : journal.isConsistent(head.get()) ? State.IN_PLACE : State.FORGED;
    return new Journal(file, state, head, bytes.position());
  }

  private static boolean checksumIsRight(OpenFile file, long length) throws IOException {
    MessageDigest digest = Sha256.digest();
    long end = length - CHECKSUM_BYTES;
    for (long at = 0; at < end; at += PIECE_BYTES) {
      digest.update(Transfer.read(file, at, (int) Math.min(PIECE_BYTES, end - at)));
    }
    return Arrays.equals(digest.digest(), Transfer.read(file, end, CHECKSUM_BYTES));
  }

  /// Returns true if an in-place save could have written these images: length field and data are
  /// equal in both, and readers load the new image. Must be checked before using the journal.
  private boolean isConsistent(JournalHead known) throws IOException {
    long dataStart = Preface.BYTE_COUNT + known.headerLength();
    int tail = (int) (known.imageLength() - dataStart);
    byte[] newHeader = newBytes(Preface.BYTE_COUNT, (int) known.headerLength());
    return headerLength(oldBytes(0, Preface.BYTE_COUNT)) == known.headerLength()
        && headerLength(newBytes(0, Preface.BYTE_COUNT)) == known.headerLength()
        && Arrays.equals(oldBytes(dataStart, tail), newBytes(dataStart, tail))
        && PlannedHeader.refusal(known.fileLength(), newHeader).isEmpty();
  }

  private static long headerLength(byte[] firstBytes) {
    return ByteBuffer.wrap(firstBytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /// @param begin file offset of the first byte
  byte[] oldBytes(long begin, int byteCount) throws IOException {
    return Transfer.read(file, headLength + begin, byteCount);
  }

  /// @param begin file offset of the first byte
  byte[] newBytes(long begin, int byteCount) throws IOException {
    return Transfer.read(file, headLength + head.orElseThrow().imageLength() + begin, byteCount);
  }

  /// @param target the saved file, whose header length must equal the length in the journal
  /// @param isMarked true if the file equals neither image, so that the mark is necessary
  void restore(OpenFile target, RecoveryChoice image, boolean isMarked) throws IOException {
    HeaderImage bytes =
        image == RecoveryChoice.OLD
            ? (begin, byteCount) -> ByteBuffer.wrap(oldBytes(begin, byteCount))
            : (begin, byteCount) -> ByteBuffer.wrap(newBytes(begin, byteCount));
    bytes.writeTo(target, head.orElseThrow().headerLength(), isMarked);
  }
}
