package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.text.Sentence;

/// The beginning of a journal: the saving process, and the lengths of the file and of the following
/// images.
///
/// The format of a journal, with little-endian numbers: 8 bytes of magic, u32 version, u32
/// strategy, u64 process, u64 file length, u64 header length, u64 image length, u32 length of the
/// host name, the host name in UTF-8; then the old image, the new image, and the SHA-256 of all
/// preceding bytes.
///
/// @param strategy `IN_PLACE` or `REWRITE`
/// @param fileLength the length of the saved file in bytes
/// @param imageLength the length of each image in bytes
record JournalHead(
    Strategy strategy,
    long processId,
    String host,
    long fileLength,
    long headerLength,
    long imageLength) {

  static final int MAX_BYTES = 4096;
  static final int MAGIC_BYTES = 8;

  /// The divisor of image lengths, unless the file is shorter.
  private static final int BLOCK_BYTES = 4096;

  private static final byte[] MAGIC = {'T', 'L', 'O', 'U', 'P', 'E', 0x1A, '\n'};
  private static final int VERSION = 2;
  private static final int MAX_HOST_BYTES = 1024;
  private static final int MAX_KEY_BYTES = 1024;

  /// Creates the head for a save by this process.
  JournalHead(
      FileOperations operations,
      Strategy strategy,
      long fileLength,
      long headerLength,
      long imageLength) {
    long process = operations.processId();
    this(strategy, process, operations.hostName(), fileLength, headerLength, imageLength);
  }

  static JournalHead inPlace(FileOperations operations, long fileLength, long headerLength) {
    long imageLength = imageLength(fileLength, headerLength);
    return new JournalHead(operations, Strategy.IN_PLACE, fileLength, headerLength, imageLength);
  }

  private static long imageLength(long fileLength, long headerLength) {
    long dataStart = Preface.BYTE_COUNT + headerLength;
    return Math.min(HeaderLayout.roundUp(dataStart, BLOCK_BYTES), fileLength);
  }

  /// Returns true if a save could have written these lengths.
  boolean isSound() {
    return switch (strategy) {
      case NONE -> false;
      case REWRITE -> imageLength >= 0 && imageLength <= MAX_KEY_BYTES;
      case IN_PLACE ->
          headerLength >= 0
              && headerLength <= Preface.MAX_HEADER_LENGTH
              && headerLength <= fileLength - Preface.BYTE_COUNT
              && imageLength == imageLength(fileLength, headerLength);
    };
  }

  /// Returns the saving process and its computer, as part of a sentence.
  Sentence owner() {
    return Sentence.of("process {0} on {1}", String.valueOf(processId), DisplayText.of(host));
  }

  byte[] toBytes() {
    byte[] hostBytes = host.getBytes(StandardCharsets.UTF_8);
    int hostLength = Math.min(hostBytes.length, MAX_HOST_BYTES);
    ByteBuffer bytes = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(MAGIC).putInt(VERSION).putInt(strategy.ordinal()).putLong(processId);
    bytes.putLong(fileLength).putLong(headerLength).putLong(imageLength);
    bytes.putInt(hostLength).put(hostBytes, 0, hostLength);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /// Parses the head at the beginning of a journal, or returns empty if it is missing or has
  /// another version.
  static Optional<JournalHead> read(ByteBuffer bytes) {
    byte[] magic = new byte[MAGIC.length];
    try {
      bytes.order(ByteOrder.LITTLE_ENDIAN).get(magic);
      if (!Arrays.equals(magic, MAGIC) || bytes.getInt() != VERSION) {
        return Optional.empty();
      }
      int strategy = bytes.getInt();
      long process = bytes.getLong();
      long file = bytes.getLong();
      long header = bytes.getLong();
      long image = bytes.getLong();
      int hostLength = bytes.getInt();
      if (strategy < Strategy.IN_PLACE.ordinal()
          || strategy > Strategy.REWRITE.ordinal()
          || image != Math.clamp(image, 0, Integer.MAX_VALUE)
          || hostLength != Math.clamp(hostLength, 0, MAX_HOST_BYTES)) {
        return Optional.empty();
      }
      byte[] host = new byte[hostLength];
      bytes.get(host);
      String name = new String(host, StandardCharsets.UTF_8);
      return Optional.of(
          new JournalHead(Strategy.values()[strategy], process, name, file, header, image));
    } catch (BufferUnderflowException e) {
      return Optional.empty();
    }
  }
}
