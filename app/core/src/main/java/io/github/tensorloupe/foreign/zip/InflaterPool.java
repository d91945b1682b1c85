package io.github.tensorloupe.foreign.zip;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.work.Cancellation;

/// Partly inflated entries of an archive, at which reading continues. Thread-safe.
final class InflaterPool {

  private static final int MAX_STREAMS = 8;
  private static final int INPUT_BYTES = 64 << 10;

  private final ByteSource file;

  /// Unused streams, the most recently used first.
  private final Deque<Stream> streams = new ArrayDeque<>();

  InflaterPool(ByteSource file) {
    this.file = file;
  }

  /// Returns a stream of an entry at or before an offset. The caller releases it.
  synchronized Stream acquire(ArchiveEntry entry, long offset) {
    Optional<Stream> nearest =
        streams.stream()
            .filter(stream -> stream.entry == entry && stream.position <= offset)
            .max(Comparator.comparingLong(stream -> stream.position));
    nearest.ifPresent(streams::remove);
    return nearest.orElseGet(() -> new Stream(entry));
  }

  synchronized void release(Stream stream, boolean isUsable) {
    if (isUsable) {
      streams.addFirst(stream);
    } else {
      stream.inflater.end();
    }
    if (streams.size() > MAX_STREAMS) {
      streams.removeLast().inflater.end();
    }
  }

  /// The data of an entry from a position.
  final class Stream {

    private final ArchiveEntry entry;
    private final Inflater inflater = new Inflater(true);
    private long consumed;
    private long position;

    private Stream(ArchiveEntry entry) {
      this.entry = entry;
    }

    long position() {
      return position;
    }

    void skipTo(long offset) throws IOException, DataFormatException {
      ByteBuffer skipped = ByteBuffer.allocate((int) Math.min(INPUT_BYTES, offset - position));
      while (position < offset) {
        read(skipped.clear().limit((int) Math.min(skipped.capacity(), offset - position)));
      }
    }

    /// @throws DataFormatException if the data ends before the end of the buffer
    void read(ByteBuffer target) throws IOException, DataFormatException {
      while (target.hasRemaining()) {
        Cancellation.ofThread().check();
        int count = inflater.inflate(target);
        position += count;
        if (count == 0 && !refill()) {
          throw new DataFormatException();
        }
      }
    }

    /// Verifies that no data follows.
    void requireEnd() throws IOException, DataFormatException {
      byte[] one = new byte[1];
      while (inflater.inflate(one) == 0) {
        Cancellation.ofThread().check();
        if (inflater.finished()) {
          return;
        }
        if (!refill()) {
          throw new DataFormatException();
        }
      }
      throw new EntryReader.SizeException(
          "The entry {0} declares {1} bytes, but its data continues after them.",
          DisplayText.of(entry.name()), entry.size());
    }

    private boolean refill() throws IOException {
      long left = entry.compressedSize() - consumed;
      if (inflater.finished() || !inflater.needsInput() || left == 0) {
        return false;
      }
      int count = (int) Math.min(INPUT_BYTES, left);
      inflater.setInput(file.read(entry.dataOffset().orElseThrow() + consumed, count));
      consumed += count;
      return true;
    }
  }
}
