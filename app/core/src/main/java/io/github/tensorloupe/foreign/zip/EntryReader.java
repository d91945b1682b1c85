package io.github.tensorloupe.foreign.zip;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.SentenceException;

/// Random access to the inflated data of an entry. Reading forward is fast. Thread-safe.
public final class EntryReader {

  /// The inflated data is longer or shorter than declared, or cannot be inflated.
  public static final class SizeException extends SentenceException {

    private static final long serialVersionUID = 1L;

    SizeException(String sentence, Object... words) {
      super(sentence, words);
    }
  }

  private final ByteSource file;
  private final InflaterPool inflaters;
  private final ArchiveEntry entry;
  private final long dataOffset;

  EntryReader(ByteSource file, InflaterPool inflaters, ArchiveEntry entry) {
    this.file = file;
    this.inflaters = inflaters;
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
    InflaterPool.Stream stream = inflaters.acquire(entry, offset);
    boolean isUsable = false;
    try {
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
}
