package io.github.tensorloupe.save;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/// The beginning of a journal: who saves what, and how long the images of the file's beginning are
/// that follow.
///
/// On disk, all numbers little-endian: 8 bytes of magic, u32 version, u32 strategy, u64 process,
/// u64 file length, u64 header length, u64 image length, u32 length of the host name, the host name
/// in UTF-8. Behind it come the old image, the new image, and the SHA-256 of everything before it.
///
/// @param strategy `IN_PLACE` or `REWRITE`
/// @param owner who saves
/// @param fileLength the length of the file in bytes
/// @param headerLength its header length
/// @param imageLength the length of either image in bytes; 0 for a rewrite
record JournalHead(
    Strategy strategy, SaveOwner owner, long fileLength, long headerLength, long imageLength) {

  /// No head is longer, in bytes.
  static final int MAX_BYTES = 4096;

  private static final byte[] MAGIC = {'T', 'L', 'O', 'U', 'P', 'E', 0x1A, '\n'};
  private static final int VERSION = 1;
  private static final int MAX_HOST_BYTES = 1024;

  JournalHead {
    Objects.requireNonNull(strategy);
    Objects.requireNonNull(owner);
  }

  byte[] toBytes() {
    byte[] host = owner.host().getBytes(StandardCharsets.UTF_8);
    int hostLength = Math.min(host.length, MAX_HOST_BYTES);
    ByteBuffer bytes = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(MAGIC).putInt(VERSION).putInt(strategy.ordinal()).putLong(owner.processId());
    bytes.putLong(fileLength).putLong(headerLength).putLong(imageLength);
    bytes.putInt(hostLength).put(host, 0, hostLength);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /// The head at the beginning of these bytes, or empty where they are none.
  ///
  /// @throws IOException if it is the head of a journal of another version: what that says about
  ///   the file cannot be known here
  static Optional<JournalHead> read(ByteBuffer bytes) throws IOException {
    try {
      return read(bytes.order(ByteOrder.LITTLE_ENDIAN), new byte[MAGIC.length]);
    } catch (BufferUnderflowException e) {
      return Optional.empty();
    }
  }

  private static Optional<JournalHead> read(ByteBuffer bytes, byte[] magic) throws IOException {
    bytes.get(magic);
    if (!Arrays.equals(magic, MAGIC)) {
      return Optional.empty();
    }
    int version = bytes.getInt();
    if (version != VERSION) {
      throw new IOException(
          ("the journal of an interrupted save is there in a form (%d) that this version of the"
                  + " program does not know; recover with the version that began the save")
              .formatted(version));
    }
    int strategy = bytes.getInt();
    long processId = bytes.getLong();
    long fileLength = bytes.getLong();
    long headerLength = bytes.getLong();
    long imageLength = bytes.getLong();
    int hostLength = bytes.getInt();
    if (strategy < Strategy.IN_PLACE.ordinal()
        || strategy > Strategy.REWRITE.ordinal()
        || imageLength < 0
        || imageLength > Integer.MAX_VALUE
        || hostLength < 0
        || hostLength > MAX_HOST_BYTES) {
      return Optional.empty();
    }
    byte[] host = new byte[hostLength];
    bytes.get(host);
    return Optional.of(
        new JournalHead(
            Strategy.values()[strategy],
            new SaveOwner(processId, new String(host, StandardCharsets.UTF_8)),
            fileLength,
            headerLength,
            imageLength));
  }
}
