package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.Sha256;

/// The contents of a journal file: a [JournalHead], the beginning of the file before and after the
/// save, and a checksum of it all.
///
/// The magic at its beginning is written last. Before that the journal counts as empty: the save
/// that writes it has changed nothing yet.
///
/// @param head who saves what; present in a whole journal, and as far as it can be read in a
///   damaged one
record Journal(OpenFile file, State state, Optional<JournalHead> head, int headLength) {

  enum State {
    /// Nothing, or nothing that was finished.
    EMPTY,
    IN_PLACE,
    REWRITE,
    /// Whole, but its images are not what a save in place of a file of its length leaves.
    FORGED,
    /// Something else.
    DAMAGED
  }

  private static final int PIECE_BYTES = 1 << 18;
  private static final int CHECKSUM_BYTES = 32;
  private static final String KEY_SEPARATOR = "\n";

  static long byteCount(JournalHead head) {
    return head.toBytes().length + 2 * head.imageLength() + CHECKSUM_BYTES;
  }

  /// Writes a journal into an empty file, all but its magic. Nothing is forced.
  ///
  /// @param oldImage the beginning of the file as it is
  /// @param newImage the beginning of the file as it will be, equally long
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

  /// Makes a journal count. The disk must have the rest of it already.
  static void seal(OpenFile file, JournalHead head) throws IOException {
    Transfer.write(file, Arrays.copyOf(head.toBytes(), JournalHead.MAGIC_BYTES), 0);
  }

  /// Writes the journal of a rewrite in one piece: in place of the images it has, twice, what the
  /// file system calls the new file and the one that it is to replace. Nothing is forced.
  ///
  /// @param head with the length of the keys in place of that of an image
  static void write(OpenFile file, JournalHead head, byte[] keys) throws IOException {
    ByteBuffer whole = ByteBuffer.allocate((int) byteCount(head));
    whole.put(head.toBytes()).put(keys).put(keys);
    MessageDigest digest = Sha256.digest();
    digest.update(whole.array(), 0, whole.position());
    whole.put(digest.digest()).flip();
    Transfer.write(file, whole, 0);
  }

  static byte[] keys(String newKey, String oldKey) {
    return (newKey + KEY_SEPARATOR + oldKey).getBytes(StandardCharsets.UTF_8);
  }

  /// The keys in the journal of a rewrite, the new one first.
  List<String> keys() throws IOException {
    byte[] keys = oldBytes(0, (int) head.orElseThrow().imageLength());
    return List.of(new String(keys, StandardCharsets.UTF_8).split(KEY_SEPARATOR, 2));
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
            ? State.REWRITE
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

  /// True if its images are what a save in place of a file of its length leaves: the length field
  /// and the data are the same in both, and a reader loads the new one. Nothing that a journal says
  /// is used before.
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

  /// A range of the beginning of the file before the save.
  ///
  /// @param begin from the beginning of the file
  byte[] oldBytes(long begin, int byteCount) throws IOException {
    return Transfer.read(file, headLength + begin, byteCount);
  }

  /// A range of the beginning of the file after the save.
  ///
  /// @param begin from the beginning of the file
  byte[] newBytes(long begin, int byteCount) throws IOException {
    return Transfer.read(file, headLength + head.orElseThrow().imageLength() + begin, byteCount);
  }

  /// The header from before the save, or the one that the save was writing.
  ///
  /// @param target of the header length that the journal says
  /// @param isMarked true if the file reads as neither
  void restore(OpenFile target, RecoveryChoice image, boolean isMarked) throws IOException {
    HeaderImage bytes =
        image == RecoveryChoice.OLD
            ? (begin, byteCount) -> ByteBuffer.wrap(oldBytes(begin, byteCount))
            : (begin, byteCount) -> ByteBuffer.wrap(newBytes(begin, byteCount));
    if (isMarked) {
      bytes.writeTo(target, head.orElseThrow().headerLength());
    } else {
      bytes.writeAgain(target, head.orElseThrow().headerLength());
    }
  }
}
