package io.github.tensorloupe.model;

import module java.base;

/// The mapping of a whole file, made when it is first asked for. Thread-safe.
final class FileMapping {

  private final PooledFile channel;
  private final long length;
  private final Arena arena = Arena.ofShared();
  private Optional<MemorySegment> bytes = Optional.empty();
  private boolean isTried;

  FileMapping(PooledFile channel, long length) {
    this.channel = channel;
    this.length = length;
  }

  /// All bytes of the file; empty where the system cannot map it, so that it has to be read.
  synchronized Optional<MemorySegment> bytes() {
    if (!isTried && !channel.isClosed()) {
      isTried = true;
      bytes = map();
    }
    return bytes;
  }

  private Optional<MemorySegment> map() {
    try {
      return Optional.of(
          channel.call(open -> open.map(FileChannel.MapMode.READ_ONLY, 0, length, arena)));
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  /// True if the mapping is gone.
  boolean isClosed() {
    return !arena.scope().isAlive();
  }

  /// Takes the mapping away; whoever looks at it gets an [IllegalStateException].
  synchronized void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
