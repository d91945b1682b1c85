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
/// @param state whether it can be relied on
/// @param head who saves what; present in a whole journal, and as far as it can be read in a
///   damaged one
/// @param headLength the length of the head in bytes
record Journal(State state, Optional<JournalHead> head, int headLength) {

  /// The state of a journal file.
  enum State {
    /// Nothing, or nothing that was finished.
    EMPTY,
    /// All of it is there and the checksum is right.
    WHOLE,
    /// Something else.
    DAMAGED
  }

  private static final int PIECE_BYTES = 1 << 18;
  private static final int CHECKSUM_BYTES = 32;
  private static final String KEY_SEPARATOR = "\n";

  /// The length of a journal in bytes.
  static long byteCount(JournalHead head) {
    return head.toBytes().length + 2 * head.imageLength() + CHECKSUM_BYTES;
  }

  /// Writes a journal into an empty file, all but its magic. Nothing is forced.
  ///
  /// @param oldImage the beginning of the file as it is; empty for a rewrite
  /// @param newImage the beginning of the file as it will be, equally long
  static void writeUnsealed(OpenFile file, JournalHead head, byte[] oldImage, byte[] newImage)
      throws IOException {
    MessageDigest digest = Sha256.digest();
    digest.update(head.toBytes());
    digest.update(oldImage);
    digest.update(newImage);
    byte[] unsealed = head.toBytes();
    Arrays.fill(unsealed, 0, JournalHead.MAGIC_BYTES, (byte) 0);
    long offset = 0;
    for (byte[] part : new byte[][] {unsealed, oldImage, newImage, digest.digest()}) {
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

  /// The keys of the new file and of the one that it is to replace.
  static byte[] keys(String newKey, String oldKey) {
    return (newKey + KEY_SEPARATOR + oldKey).getBytes(StandardCharsets.UTF_8);
  }

  /// The keys of [#keys(String, String)], the new one first.
  ///
  /// @param file the open journal of a rewrite
  List<String> keys(OpenFile file) throws IOException {
    int length = (int) head.orElseThrow().imageLength();
    String keys = new String(oldBytes(file, 0, length), StandardCharsets.UTF_8);
    return List.of(keys.split(KEY_SEPARATOR, 2));
  }

  /// Reads what there is.
  static Journal read(OpenFile file) throws IOException {
    long length = file.length();
    byte[] begin = Transfer.read(file, 0, (int) Math.min(JournalHead.MAX_BYTES, length));
    if (isUnsealed(begin)) {
      return new Journal(State.EMPTY, Optional.empty(), 0);
    }
    ByteBuffer bytes = ByteBuffer.wrap(begin);
    Optional<JournalHead> head = JournalHead.read(bytes);
    boolean isWhole =
        head.isPresent()
            && length == byteCount(head.get())
            && checksumIsRight(file, length)
            && head.get().isSound();
    return new Journal(isWhole ? State.WHOLE : State.DAMAGED, head, bytes.position());
  }

  private static boolean isUnsealed(byte[] begin) {
    for (int i = 0; i < Math.min(JournalHead.MAGIC_BYTES, begin.length); i++) {
      if (begin[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean checksumIsRight(OpenFile file, long length) throws IOException {
    MessageDigest digest = Sha256.digest();
    long end = length - CHECKSUM_BYTES;
    for (long at = 0; at < end; at += PIECE_BYTES) {
      digest.update(Transfer.read(file, at, (int) Math.min(PIECE_BYTES, end - at)));
    }
    return Arrays.equals(digest.digest(), Transfer.read(file, end, CHECKSUM_BYTES));
  }

  /// True if it is whole and of a save in place.
  boolean isOfSaveInPlace() {
    return state == State.WHOLE && head.orElseThrow().strategy() == Strategy.IN_PLACE;
  }

  /// True if its images are what a save in place of a file of its length leaves: the length field
  /// and the data are the same in both, and a reader loads the new one. Nothing that a journal says
  /// is used before.
  ///
  /// @param file the open journal
  boolean isConsistent(OpenFile file) throws IOException {
    JournalHead known = head.orElseThrow();
    long dataStart = Preface.BYTE_COUNT + known.headerLength();
    int tail = (int) (known.imageLength() - dataStart);
    byte[] newHeader = newBytes(file, Preface.BYTE_COUNT, (int) known.headerLength());
    return headerLength(oldBytes(file, 0, Preface.BYTE_COUNT)) == known.headerLength()
        && headerLength(newBytes(file, 0, Preface.BYTE_COUNT)) == known.headerLength()
        && Arrays.equals(oldBytes(file, dataStart, tail), newBytes(file, dataStart, tail))
        && PlannedHeader.refusal(known.fileLength(), newHeader).isEmpty();
  }

  private static long headerLength(byte[] firstBytes) {
    return ByteBuffer.wrap(firstBytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /// The beginning of the file before the save.
  ///
  /// @param file the open journal, as long as the image is used
  HeaderOverwrite.Image oldImage(OpenFile file) {
    return (begin, byteCount) -> ByteBuffer.wrap(oldBytes(file, begin, byteCount));
  }

  /// The beginning of the file after the save.
  ///
  /// @param file the open journal, as long as the image is used
  HeaderOverwrite.Image newImage(OpenFile file) {
    return (begin, byteCount) -> ByteBuffer.wrap(newBytes(file, begin, byteCount));
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
    return Transfer.read(file, headLength + head.orElseThrow().imageLength() + begin, byteCount);
  }
}
