package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.work.IoFunction;

/// The channel of a file that a [FilePool] may close while it is idle. Thread-safe.
final class PooledFile implements AutoCloseable {

  private final FilePool pool;
  private final Path path;
  private final BasicFileAttributes attributes;

  /// Held for reading during calls of the channel, and for writing while the channel is reopened or
  /// closed in favor of another file.
  private final StampedLock lock = new StampedLock();

  /// Null while the file is closed in favor of another file; written under the gate.
  private volatile FileChannel channel;

  // The identity of the file when it was closed in favor of another one, or the failure to read it.
  private FileIdentity identity;

  private IOException failure;
  private volatile boolean wasRead;
  private volatile boolean isClosed;

  /// Takes ownership of a channel that already occupies a slot of the pool.
  ///
  /// @param attributes the attributes of the file, read before it was opened
  PooledFile(FilePool pool, Path path, FileChannel channel, BasicFileAttributes attributes) {
    this.pool = pool;
    this.path = path;
    this.channel = channel;
    this.attributes = attributes;
    pool.add(this);
  }

  /// Calls the channel, reopened if necessary. During the call, only [#close] can close it.
  ///
  /// @param call a single system call; must not use other pooled files
  /// @throws FileClosedException if it is closed, or an interrupt closes it
  /// @throws FileChangedException if it must be reopened, but has been changed, replaced or deleted
  <T> T read(IoFunction<FileChannel, T> call) throws IOException {
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

  /// Calls the channel like [#read], but throws the system's own exception if the call fails.
  <T> T call(IoFunction<FileChannel, T> call) throws IOException {
    // A pending interrupt would close the channel for all readers.
    boolean interrupted = Thread.interrupted();
    try {
      long stamp = acquireChannel();
      try {
        return call.apply(channel);
      } finally {
        lock.unlockRead(stamp);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Acquires the gate for reading; reopens the file if necessary.
  private long acquireChannel() throws IOException {
    if (!wasRead) {
      wasRead = true;
    }
    long reading = lock.readLock();
    if (channel != null) {
      return reading;
    }
    lock.unlockRead(reading);
    long writing = lock.writeLock();
    try {
      if (channel == null) {
        channel = reopen();
        pool.add(this);
        if (isClosed) {
          close();
        }
      }
      return lock.tryConvertToReadLock(writing);
    } catch (IOException | RuntimeException | Error e) {
      lock.unlockWrite(writing);
      throw e;
    }
  }

  /// Returns whether the file is being read, or was read since the last call. Resets the mark.
  boolean pollRecentlyUsed() {
    boolean was = wasRead;
    wasRead = false;
    return was || lock.isReadLocked();
  }

  /// Waits for active readers, then closes the channel of a file that was removed from the pool.
  /// Its slot remains occupied.
  void evict() {
    long writing = lock.writeLock();
    try (FileChannel evicted = channel) {
      identity = FileIdentity.of(FileBytes.of(path, evicted, attributes));
    } catch (IOException e) {
      failure = e;
    } catch (OutOfMemoryError e) {
      failure = new NotEnoughMemoryException(path);
    } finally {
      channel = null;
      lock.unlockWrite(writing);
    }
  }

  /// Opens a new channel if the same file is still at the path.
  private FileChannel reopen() throws IOException {
    if (isClosed) {
      throw new FileClosedException(path, new ClosedChannelException());
    }
    if (failure != null) {
      throw failure;
    }
    try {
      FileChannel again = pool.open(path);
      try {
        FileBytes bytes = FileBytes.of(path, again, FileBytes.attributesOfFile(path));
        if (!FileIdentity.of(bytes).equals(identity)) {
          throw FileChangedException.replaced(path);
        }
        return again;
      } catch (IOException | RuntimeException | Error e) {
        try (again) {
          throw e;
        } finally {
          pool.releaseSlot();
        }
      }
    } catch (NoSuchFileException e) {
      throw FileChangedException.replaced(path);
    }
  }

  boolean isClosed() {
    return isClosed;
  }

  /// Closes the file permanently. Active readers receive a [ClosedChannelException].
  @Override
  public void close() throws IOException {
    isClosed = true;
    boolean hasPlace = pool.remove(this);
    try (FileChannel _ = channel) {
      // Close the channel even if the pool is about to do so.
    } finally {
      if (hasPlace) {
        pool.releaseSlot();
      }
    }
  }
}
