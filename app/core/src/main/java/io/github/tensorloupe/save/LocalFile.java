package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.work.IoFunction;
import io.github.tensorloupe.work.IoSupplier;

final class LocalFile implements OpenFile {

  private static final int MAX_PIECE_BYTES = 1 << 20;

  private final Path path;
  private final Path handle;
  private final Optional<Object> key;
  private final FileChannel channel;
  private final HeldLocks locks;

  /// A handle opened on the first call that needs a descriptor, or null.
  private Path reopened;

  private boolean holdsLock;
  private boolean isClosed;
  private boolean copiesByHand;

  /// @param path the path for exceptions that the system throws without a path
  /// @param handle see [#handle()]; closed with this file
  LocalFile(Path path, Path handle, Optional<Object> key, FileChannel channel, HeldLocks locks) {
    this.path = path;
    this.handle = handle;
    this.key = key;
    this.channel = channel;
    this.locks = locks;
  }

  /// Returns the open file with another path for exceptions. This instance must not be used
  /// afterwards.
  LocalFile named(Path other) {
    return new LocalFile(other, handle, key, channel, locks);
  }

  @Override
  public Path handle() {
    return handle;
  }

  @Override
  public Optional<Object> key() {
    return key;
  }

  @Override
  public long length() throws IOException {
    return call(channel::size);
  }

  @Override
  public FileStamp stamp() throws IOException {
    try {
      return FileStamp.read(handle);
    } catch (FileSystemException e) {
      throw PinnedFolder.renamed(e, path, handle);
    }
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
    return copy(
        () -> local.channel.transferTo(sourceOffset, byteCount, channel),
        target -> local.read(target, sourceOffset),
        byteCount,
        byteOffset);
  }

  @Override
  public long copyFrom(ByteSource source, long sourceOffset, long byteCount, long byteOffset)
      throws IOException {
    return copy(
        () -> source.transferTo(sourceOffset, byteCount, channel),
        target -> {
          source.read(sourceOffset, target);
          return target.position();
        },
        byteCount,
        byteOffset);
  }

  /// Copies bytes in the kernel, or by reading and writing if the kernel refuses. Some file systems
  /// and sandboxes only forbid `copy_file_range`.
  private long copy(
      IoSupplier<Long> byKernel,
      IoFunction<ByteBuffer, Integer> reading,
      long byteCount,
      long byteOffset)
      throws IOException {
    if (!copiesByHand) {
      try {
        channel.position(byteOffset);
        return call(byKernel);
      } catch (ClosedChannelException e) {
        throw e;
      } catch (IOException e) {
        copiesByHand = true;
      }
    }
    ByteBuffer piece = ByteBuffer.allocate((int) Math.min(MAX_PIECE_BYTES, byteCount));
    int count = reading.apply(piece);
    Transfer.write(this, piece.flip(), byteOffset);
    return Math.max(0, count);
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
    LinuxCalls.OF_THIS_SYSTEM.ifPresent(
        calls -> {
          try {
            calls.dropCached(reopen(calls, false), byteOffset, byteCount);
          } catch (IOException e) {
            // Only an optimization: after a failure, the range stays in the page cache.
          }
        });
  }

  private Path reopen(LinuxCalls calls, boolean isWritten) throws IOException {
    if (reopened == null) {
      reopened = calls.reopen(handle, isWritten);
    }
    return reopened;
  }

  private <T> T call(IoSupplier<T> call) throws IOException {
    try {
      return call.get();
    } catch (ClosedChannelException | FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw ReadFailures.withPath(path, e);
    }
  }

  @Override
  public boolean tryLock(boolean isShared) throws IOException {
    holdsLock = locks.tryLock(key.orElse(path), isShared, () -> lock(isShared));
    return holdsLock;
  }

  @Override
  public boolean isLockedByReader() {
    return reopened != null && LinuxCalls.OF_THIS_SYSTEM.orElseThrow().hasSharedLock(reopened);
  }

  private boolean lock(boolean isShared) throws IOException {
    if (LinuxCalls.OF_THIS_SYSTEM.isPresent()) {
      try {
        LinuxCalls calls = LinuxCalls.OF_THIS_SYSTEM.get();
        Optional<Boolean> isLocked = calls.tryLock(reopen(calls, !isShared), isShared);
        if (isLocked.isPresent()) {
          return isLocked.get();
        }
      } catch (IOException e) {
        // Falls back to locking the channel.
      }
    }
    try {
      return channel.tryLock(0, Long.MAX_VALUE, isShared) != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    if (!isClosed) {
      isClosed = true;
      try {
        locks.close(key.orElse(path), this::closeDescriptors, holdsLock);
      } finally {
        LocalFiles.close(handle);
      }
    }
  }

  private void closeDescriptors() throws IOException {
    try (channel) {
      if (reopened != null) {
        LocalFiles.close(reopened);
      }
    }
  }

  /// The file locks of this program, by file key, or by path on file systems without keys.
  /// Thread-safe.
  ///
  /// POSIX systems other than Linux release all locks of a program on a file when the program
  /// closes any channel of the file. Therefore all channels of a locked file are closed together
  /// with its lock.
  static final class HeldLocks {

    private static final class Held {
      private final boolean isShared;
      private final List<Closeable> closing = new ArrayList<>();
      private int holders = 1;

      Held(boolean isShared) {
        this.isShared = isShared;
      }
    }

    private final Map<Object, Held> files = new HashMap<>();

    /// Locks a file unless this or another program holds a conflicting lock.
    ///
    /// @param lock acquires the lock of the operating system; returns false if a conflicting lock
    ///   exists
    synchronized boolean tryLock(Object file, boolean isShared, IoSupplier<Boolean> lock)
        throws IOException {
      Held held = files.get(file);
      if (held != null) {
        boolean joins = isShared && held.isShared;
        held.holders += joins ? 1 : 0;
        return joins;
      }
      if (!lock.get()) {
        return false;
      }
      files.put(file, new Held(isShared));
      return true;
    }

    /// Returns true if this program holds an exclusive lock.
    synchronized boolean holds(Object file) {
      Held held = files.get(file);
      return held != null && !held.isShared;
    }

    /// Closes the descriptors of a file now, or when the last lock on the file is released.
    ///
    /// @param isHolder true if the descriptors hold a lock, which is released
    synchronized void close(Object file, Closeable descriptors, boolean isHolder)
        throws IOException {
      Held held = files.get(file);
      if (held == null) {
        descriptors.close();
        return;
      }
      held.closing.add(descriptors);
      if (isHolder && --held.holders == 0) {
        files.remove(file);
        Checkpoint.closeAll(held.closing);
      }
    }
  }
}
