package io.github.tensorloupe.save;

import module java.base;

/// A write-back of a new file to the disk while it is written. Otherwise the system would collect
/// the bytes in memory, and the disk would be idle at first and a bottleneck at the end.
///
/// Forces the file on a background thread. A system reports each write error only once, so a
/// failure in the background must fail the save. Thread-safe.
public final class WriteBack implements Closeable {

  /// The number of written bytes after which the file is forced.
  private static final long PIECE_BYTES = 64L << 20;

  private final OpenFile file;
  private long waitingByteCount;
  private CompletableFuture<Void> forces = CompletableFuture.completedFuture(null);

  /// True if a force is waiting to begin. It will also cover the bytes that are written until then.
  private final AtomicBoolean isQueued = new AtomicBoolean();

  private volatile boolean isAbandoned;

  /// @param file the file, which is forced on another thread until [#close()] returns
  public WriteBack(OpenFile file) {
    this.file = file;
  }

  /// Receives the number of bytes that were written since the last call.
  public synchronized void written(long byteCount) {
    waitingByteCount += byteCount;
    if (waitingByteCount >= PIECE_BYTES) {
      start();
    }
  }

  /// Forces the written bytes soon.
  public synchronized void start() {
    waitingByteCount = 0;
    if (!isQueued.getAndSet(true)) {
      Thread.Builder thread = Thread.ofPlatform().daemon().name("tensorloupe-write-back");
      forces = forces.thenRunAsync(this::force, thread::start);
    }
  }

  private void force() {
    isQueued.set(false);
    try {
      if (!isAbandoned) {
        file.force();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Waits for the background thread, which does not use the file afterwards. Idempotent.
  ///
  /// @throws IOException if forcing failed; thrown once
  @Override
  public synchronized void close() throws IOException {
    try {
      await();
    } catch (CompletionException e) {
      Throwable cause = e.getCause();
      throw cause instanceof UncheckedIOException failure
          ? failure.getCause()
          : new IOException("forcing failed: " + cause, cause);
    }
  }

  private void await() {
    try {
      forces.join();
    } finally {
      forces = CompletableFuture.completedFuture(null);
    }
  }

  /// Waits for the background thread of a file that will be deleted.
  public synchronized void abandon() {
    isAbandoned = true;
    try {
      await();
    } catch (CompletionException e) {
      // No one needs the bytes on the disk.
    }
  }
}
