package io.github.tensorloupe.foreign.zip;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ScratchFile;
import io.github.tensorloupe.model.SentenceException;

/// Random access to the inflated data of an entry. Reading forward is fast. If more bytes than the
/// entry has were inflated only to be skipped, copies it to a temporary file. Thread-safe.
public final class EntryReader {

  /// The inflated data is longer or shorter than declared, or cannot be inflated.
  public static final class SizeException extends SentenceException {

    private static final long serialVersionUID = 1L;

    SizeException(String sentence, Object... words) {
      super(sentence, words);
    }
  }

  /// A copy of the data.
  ///
  /// @param begin the offset in the temporary file
  /// @param length the number of readable bytes; less than the size of the entry if it is damaged
  /// @param damage the exception for reads after the readable bytes
  private record Copy(long begin, long length, Optional<SizeException> damage) {}

  private final ByteSource file;
  private final InflaterPool inflaters;
  private final ScratchFile scratch;
  private final ArchiveEntry entry;
  private final long dataOffset;

  /// Guarded by this, like the following fields.
  private long skippedBytes;

  /// The range of the copy, or null if not reserved. Empty if it cannot be reserved.
  private OptionalLong reserved;

  private Copy copy;

  EntryReader(ByteSource file, InflaterPool inflaters, ScratchFile scratch, ArchiveEntry entry) {
    this.file = file;
    this.inflaters = inflaters;
    this.scratch = scratch;
    this.entry = entry;
    this.dataOffset = entry.dataOffset().orElseThrow();
  }

  /// Reads bytes into the remaining space of a buffer.
  ///
  /// @param offset the offset in the inflated data; the range must be inside the declared size
  /// @throws SizeException if the data is damaged at or before the end of the range, or if it
  ///   continues after the declared size
  /// @throws CancellationException if the work of the thread is cancelled
  public void read(long offset, ByteBuffer target) throws IOException {
    Objects.checkFromIndexSize(offset, target.remaining(), entry.size());
    if (entry.isStored()) {
      file.read(dataOffset + offset, target);
      return;
    }
    Optional<Copy> copied = copy();
    if (copied.isEmpty()) {
      inflate(offset, target);
      return;
    }
    Copy data = copied.get();
    if (data.damage.isPresent() && offset + target.remaining() > data.length) {
      throw data.damage.get();
    }
    scratch.read(data.begin + offset, target);
  }

  private void inflate(long offset, ByteBuffer target) throws IOException {
    InflaterPool.Stream stream = inflaters.acquire(entry, offset);
    boolean isUsable = false;
    try {
      countSkipped(offset - stream.position());
      stream.skipTo(offset);
      stream.read(target);
      if (stream.position() == entry.size()) {
        stream.requireEnd();
      } else {
        isUsable = true;
      }
    } catch (DataFormatException e) {
      throw new SizeException(
          "The entry {0} declares {1} bytes, but its data can only be inflated to {2}.",
          DisplayText.of(entry.name()), entry.size(), stream.position());
    } finally {
      inflaters.release(stream, isUsable);
    }
  }

  private synchronized void countSkipped(long byteCount) {
    skippedBytes += byteCount;
  }

  /// Returns the copy, after creating it if necessary. Other threads wait.
  private synchronized Optional<Copy> copy() throws IOException {
    if (copy == null && skippedBytes > entry.size()) {
      if (reserved == null) {
        reserved = scratch.reserve(entry.size());
      }
      if (reserved.isPresent()) {
        copy = copyTo(reserved.getAsLong());
      }
    }
    return Optional.ofNullable(copy);
  }

  private Copy copyTo(long begin) throws IOException {
    ByteBuffer block = ByteBuffer.allocate((int) Math.min(ByteSource.TRANSFER_BYTES, entry.size()));
    long length = 0;
    Optional<SizeException> damage = Optional.empty();
    while (length < entry.size() && damage.isEmpty()) {
      block.clear().limit((int) Math.min(block.capacity(), entry.size() - length));
      try {
        inflate(length, block);
      } catch (SizeException e) {
        damage = Optional.of(e);
      }
      block.flip();
      length += block.limit();
      scratch.write(begin + length - block.limit(), block);
    }
    // If the data continues after the declared size, only reads of the last byte fail.
    return new Copy(
        begin, damage.isPresent() ? Math.min(length, entry.size() - 1) : length, damage);
  }
}
