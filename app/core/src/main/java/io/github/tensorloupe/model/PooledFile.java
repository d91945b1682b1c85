package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.work.IoFunction;

/// The channel of a file that a [FilePool] may close while nobody reads from it. Thread-safe.
final class PooledFile implements AutoCloseable {

  private final FilePool pool;
  private final Path path;
  private final BasicFileAttributes attributes;

  /// Held for reading by whoever asks the channel, for writing by whoever opens or closes it for
  /// another file.
  private final StampedLock gate = new StampedLock();

  /// Null while the file is away; changed under the gate.
  private volatile FileChannel channel;

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
    pool.add(this);
  }

  /// Asks something of the channel, which is not closed meanwhile but by [#close].
  ///
  /// @param call one call to the system, in which nothing else is read
  ///
  /// @throws FileClosedException if it is closed, or an interrupt closes it
  /// @throws FileChangedException if it had to be opened again and is another one now
  <T> T ask(IoFunction<FileChannel, T> call) throws IOException {
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
  <T> T call(IoFunction<FileChannel, T> call) throws IOException {
    // It would close the channel for everyone.
    boolean interrupted = Thread.interrupted();
    try {
      long stamp = enter();
      try {
        return call.apply(channel);
      } finally {
        gate.unlockRead(stamp);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Opens the file again where it is away, and holds the gate for reading.
  private long enter() throws IOException {
    if (!wasRead) {
      wasRead = true;
    }
    long reading = gate.readLock();
    if (channel != null) {
      return reading;
    }
    gate.unlockRead(reading);
    long writing = gate.writeLock();
    try {
      if (channel == null) {
        channel = opened();
        pool.add(this);
        if (isClosed) {
          close();
        }
      }
      return gate.tryConvertToReadLock(writing);
    } catch (IOException | RuntimeException | Error e) {
      gate.unlockWrite(writing);
      throw e;
    }
  }

  /// True if somebody reads it or has read it since this was asked last.
  boolean isWanted() {
    boolean was = wasRead;
    wasRead = false;
    return was || gate.isReadLocked();
  }

  /// Closes the channel of a file that was taken out of the pool, as soon as nobody reads. The
  /// place remains taken.
  void leave() {
    long writing = gate.writeLock();
    try (FileChannel leaving = channel) {
      identity = FileIdentity.of(FileBytes.of(path, leaving, attributes));
    } catch (IOException e) {
      failure = e;
    } catch (OutOfMemoryError e) {
      failure = new NotEnoughMemoryException(path);
    } finally {
      channel = null;
      gate.unlockWrite(writing);
    }
  }

  /// A new channel, if the path still leads to the same file.
  private FileChannel opened() throws IOException {
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
          pool.givePlaceBack();
        }
      }
    } catch (NoSuchFileException e) {
      throw FileChangedException.replaced(path);
    }
  }

  boolean isClosed() {
    return isClosed;
  }

  /// Closes the file for good; readers that are still at work get a [ClosedChannelException].
  @Override
  public void close() throws IOException {
    isClosed = true;
    boolean hasPlace = pool.remove(this);
    try (FileChannel _ = channel) {
      // Also where the file is about to leave.
    } finally {
      if (hasPlace) {
        pool.givePlaceBack();
      }
    }
  }
}
