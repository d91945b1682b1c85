package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.work.IoFunction;

/// The channel of a file, which a [FilePool] may close while it is idle. Thread-safe.
final class PooledFile implements AutoCloseable {

  private final FilePool pool;
  private final Path path;
  private final BasicFileAttributes attributes;

  /// Read-locked during calls of the channel, write-locked while the pool closes or reopens it.
  private final StampedLock lock = new StampedLock();

  /// Null while closed by the pool. Written under the write lock.
  private volatile FileChannel channel;

  // The identity of the file when the pool closed it, or the failure to determine it.
  private FileIdentity identity;

  private IOException failure;
  private volatile boolean isRecentlyUsed;
  private volatile boolean isClosed;

  /// Takes ownership of a channel that occupies a slot of the pool.
  ///
  /// @param attributes the attributes of the file before it was opened
  PooledFile(FilePool pool, Path path, FileChannel channel, BasicFileAttributes attributes) {
    this.pool = pool;
    this.path = path;
    this.channel = channel;
    this.attributes = attributes;
    pool.add(this);
  }

  /// Applies a function to the channel, reopening it if necessary. Only [#close] can close it
  /// during the call.
  ///
  /// @param call a single system call; must not use other pooled files
  /// @throws FileClosedException if the file is closed, also by an interrupt
  /// @throws FileChangedException if the file cannot be reopened because it was changed, replaced
  ///   or deleted
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

  /// Applies a function to the channel like [#read], without converting exceptions of the operating
  /// system.
  <T> T call(IoFunction<FileChannel, T> call) throws IOException {
    // Defers a pending interrupt, which would close the channel for all readers.
    boolean isInterrupted = Thread.interrupted();
    try {
      long stamp = acquireChannel();
      try {
        return call.apply(channel);
      } finally {
        lock.unlockRead(stamp);
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Acquires the read lock, reopening the file if necessary.
  private long acquireChannel() throws IOException {
    if (!isRecentlyUsed) {
      isRecentlyUsed = true;
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

  /// Returns true if the file is being read or was read since the last call.
  boolean pollRecentlyUsed() {
    boolean wasRecentlyUsed = isRecentlyUsed;
    isRecentlyUsed = false;
    return wasRecentlyUsed || lock.isReadLocked();
  }

  /// Waits for active readers and closes the channel. The slot remains occupied. The file must have
  /// been removed from the pool.
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

  private FileChannel reopen() throws IOException {
    if (isClosed) {
      throw new FileClosedException(path, new ClosedChannelException());
    }
    if (failure != null) {
      throw failure;
    }
    try {
      FileChannel reopened = pool.open(path);
      try {
        FileBytes bytes = FileBytes.of(path, reopened, FileBytes.attributesOfFile(path));
        if (!FileIdentity.of(bytes).equals(identity)) {
          throw FileChangedException.replaced(path);
        }
        return reopened;
      } catch (IOException | RuntimeException | Error e) {
        try (reopened) {
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

  /// Closes the file permanently. Active readers throw [ClosedChannelException].
  @Override
  public void close() throws IOException {
    isClosed = true;
    boolean hasPlace = pool.remove(this);
    try (FileChannel _ = channel) {
      // Closes the channel even if the pool is about to close it.
    } finally {
      if (hasPlace) {
        pool.releaseSlot();
      }
    }
  }
}
