package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.ReadFailures;

/// A file on this computer, open for saving.
final class LocalFile implements OpenFile {

  private final Path path;
  private final Object key;
  private final FileChannel channel;
  private final HeldLocks locks;
  private boolean holdsLock;
  private boolean isClosed;

  /// @param path for failures, of which the system names none
  /// @param key what the locks know the file by
  LocalFile(Path path, Object key, FileChannel channel, HeldLocks locks) {
    this.path = path;
    this.key = key;
    this.channel = channel;
    this.locks = locks;
  }

  @Override
  public long length() throws IOException {
    return call(channel::size);
  }

  @Override
  public int read(ByteBuffer target, long byteOffset) throws IOException {
    return call(() -> channel.read(target, byteOffset));
  }

  @Override
  public int write(ByteBuffer source, long byteOffset) throws IOException {
    return call(() -> channel.write(source, byteOffset));
  }

  @Override
  public long copyFrom(OpenFile source, long sourceOffset, long byteCount, long byteOffset)
      throws IOException {
    if (!(source instanceof LocalFile local)) {
      throw new IllegalArgumentException("a file of another kind");
    }
    return call(
        () -> {
          channel.position(byteOffset);
          return local.channel.transferTo(sourceOffset, byteCount, channel);
        });
  }

  @Override
  public long copyFrom(ByteSource source, long sourceOffset, long byteCount, long byteOffset)
      throws IOException {
    channel.position(byteOffset);
    return source.transferTo(sourceOffset, byteCount, channel);
  }

  @Override
  public void force() throws IOException {
    call(
        () -> {
          channel.force(true);
          return null;
        });
  }

  @Override
  public void dropCached(long byteOffset, long byteCount) {
    LinuxCalls.OF_THIS_SYSTEM.ifPresent(calls -> calls.dropCached(path, byteOffset, byteCount));
  }

  private interface Call<T> {
    T run() throws IOException;
  }

  private <T> T call(Call<T> call) throws IOException {
    try {
      return call.run();
    } catch (ClosedChannelException | FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw ReadFailures.withPath(path, e);
    }
  }

  @Override
  public boolean tryLock(boolean shared) throws IOException {
    holdsLock = locks.tryLock(key, channel, shared);
    return holdsLock;
  }

  @Override
  public void close() throws IOException {
    if (!isClosed) {
      isClosed = true;
      locks.close(key, channel, holdsLock);
    }
  }

  /// The locks that one program holds on files. Thread-safe.
  ///
  /// POSIX systems forget all locks that a program has on a file as soon as the program closes any
  /// channel to it. So a channel to a file that is locked here is closed only with the lock.
  ///
  /// A file is known by its key in the file system, or by its path where there is none.
  static final class HeldLocks {

    private static final class Held {
      private final boolean isShared;
      private final List<FileChannel> closing = new ArrayList<>();
      private int holders = 1;

      Held(boolean isShared) {
        this.isShared = isShared;
      }
    }

    private final Map<Object, Held> files = new HashMap<>();

    /// Locks a file, if neither this program nor another holds a lock that stands against it.
    ///
    /// @param shared true if others may hold a shared lock too
    synchronized boolean tryLock(Object file, FileChannel channel, boolean shared)
        throws IOException {
      Held held = files.get(file);
      if (held != null) {
        boolean joins = shared && held.isShared;
        held.holders += joins ? 1 : 0;
        return joins;
      }
      try {
        if (channel.tryLock(0, Long.MAX_VALUE, shared) == null) {
          return false;
        }
      } catch (OverlappingFileLockException e) {
        return false;
      }
      files.put(file, new Held(shared));
      return true;
    }

    /// True if this program holds a lock that nobody shares.
    synchronized boolean holds(Object file) {
      Held held = files.get(file);
      return held != null && !held.isShared;
    }

    /// Closes a channel, now or when the last lock on its file is given back.
    ///
    /// @param isHolder true if the channel was given a lock, which it gives back
    synchronized void close(Object file, FileChannel channel, boolean isHolder) throws IOException {
      Held held = files.get(file);
      if (held == null) {
        channel.close();
        return;
      }
      held.closing.add(channel);
      if (isHolder && --held.holders == 0) {
        files.remove(file);
        Checkpoint.closeAll(held.closing);
      }
    }
  }
}
