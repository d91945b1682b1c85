package io.github.tensorloupe.model;

import module java.base;

/// The channel of a file that a [FilePool] may close while nobody reads from it. Thread-safe.
///
/// Whoever reads counts himself in and out; there is no lock on that way.
final class PooledFile implements AutoCloseable {

  /// A request to the channel: one call to the system, in which nothing else is read.
  @FunctionalInterface
  interface Call<T> {
    T on(FileChannel channel) throws IOException;
  }

  private static final int LEAVING = -1;
  private static final int AWAY = -2;
  private static final int COMING = -3;

  private final FilePool pool;
  private final Path path;
  private final BasicFileAttributes attributes;

  /// The number of readers, or the state of the file without a channel.
  private final AtomicInteger readers;

  /// Published by the number of readers.
  private FileChannel channel;

  /// The identity of the file when it was closed for another one, or why that is not known.
  private FileIdentity identity;

  private IOException failure;
  private volatile boolean wasRead;
  private volatile boolean isClosed;

  /// Takes over a channel, for which a place in the pool is taken.
  ///
  /// @param attributes of the file, asked for before it was opened
  PooledFile(FilePool pool, Path path, FileChannel channel, BasicFileAttributes attributes) {
    this.pool = pool;
    this.path = path;
    this.channel = channel;
    this.attributes = attributes;
    this.readers = new AtomicInteger();
    pool.add(this);
  }

  /// Asks something of the channel, which is not closed meanwhile but by [#close].
  ///
  /// @throws FileClosedException if it is closed, or an interrupt closes it
  /// @throws FileChangedException if it had to be opened again and is another one now
  /// @throws IOException if the call fails, or the file cannot be opened again
  <T> T ask(Call<T> call) throws IOException {
    try {
      return call(call);
    } catch (ClosedChannelException e) {
      throw new FileClosedException(path, e);
    } catch (FileSystemException | SentenceException e) {
      throw e;
    } catch (IOException e) {
      throw ReadFailures.withPath(path, e);
    }
  }

  /// Does the same as [#ask], but a failure of the call is the system's own exception.
  <T> T call(Call<T> call) throws IOException {
    // It would close the channel for everyone.
    boolean interrupted = Thread.interrupted();
    try {
      return callUninterrupted(call);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private <T> T callUninterrupted(Call<T> call) throws IOException {
    FileChannel ready = acquire();
    try {
      return call.on(ready);
    } finally {
      if (readers.decrementAndGet() == 0) {
        pool.tellWaiting();
      }
    }
  }

  private FileChannel acquire() throws IOException {
    while (true) {
      int now = readers.get();
      if (now >= 0) {
        if (readers.compareAndSet(now, now + 1)) {
          if (!wasRead) {
            wasRead = true;
          }
          return channel;
        }
      } else if (isClosed) {
        throw new FileClosedException(path, new ClosedChannelException());
      } else if (now == AWAY) {
        if (readers.compareAndSet(AWAY, COMING)) {
          return comeBack();
        }
      } else {
        pool.await(() -> readers.get() >= 0 || readers.get() == AWAY);
      }
    }
  }

  /// True if nobody reads or has read since this was asked last; then nobody can any more.
  boolean beginsToLeave() {
    if (wasRead) {
      wasRead = false;
      return false;
    }
    return readers.compareAndSet(0, LEAVING);
  }

  /// Closes the channel of a file that is about to leave. The place remains taken.
  void leave() {
    try (FileChannel leaving = channel) {
      identity = FileIdentity.of(FileBytes.of(path, leaving, attributes));
    } catch (IOException e) {
      failure = e;
    } catch (OutOfMemoryError e) {
      failure = new NotEnoughMemoryException(path);
    } finally {
      channel = null;
      readers.set(AWAY);
      pool.tellWaiting();
    }
  }

  private FileChannel comeBack() throws IOException {
    try {
      FileChannel again = opened();
      channel = again;
      readers.set(1);
      pool.add(this);
      if (isClosed) {
        close();
      }
      return again;
    } finally {
      if (readers.compareAndSet(COMING, AWAY)) {
        pool.tellWaiting();
      }
    }
  }

  /// A new channel, if the path still leads to the same file.
  private FileChannel opened() throws IOException {
    if (failure != null) {
      throw failure;
    }
    try {
      FileChannel again = pool.open(path);
      try {
        requireSame(FileBytes.of(path, again, FileBytes.attributesOfFile(path)));
        return again;
      } catch (IOException | RuntimeException | Error e) {
        again.close();
        pool.givePlaceBack();
        throw e;
      }
    } catch (NoSuchFileException e) {
      throw FileChangedException.replaced(path);
    }
  }

  private void requireSame(FileBytes again) throws IOException {
    if (!FileIdentity.of(again).equals(identity)) {
      throw FileChangedException.replaced(path);
    }
  }

  /// True if it was closed by its owner.
  boolean isClosed() {
    return isClosed;
  }

  /// Closes the file for good; readers that are still at work get a [ClosedChannelException].
  @Override
  public void close() throws IOException {
    isClosed = true;
    if (pool.remove(this)) {
      try {
        channel.close();
      } finally {
        pool.givePlaceBack();
      }
    }
  }
}
