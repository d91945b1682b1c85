package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileStamp;

/// A file opened for saving. Must be closed by the code that opened it. Not thread-safe.
public interface OpenFile extends Closeable {

  /// Returns the length in bytes.
  long length() throws IOException;

  /// Returns a path that leads to this file while it is open, independent of its names. On systems
  /// without such paths, returns the path under which the file was opened.
  Path handle();

  /// Returns the file key, or empty if the file system has none.
  Optional<Object> key();

  /// Returns the current stamp of the file.
  default FileStamp stamp() throws IOException {
    return FileStamp.read(handle());
  }

  /// Reads bytes into a buffer, possibly fewer than fit.
  ///
  /// @param byteOffset file offset of the first byte
  /// @return the number of bytes read, or -1 at the end of the file
  int read(ByteBuffer target, long byteOffset) throws IOException;

  /// Writes bytes of a buffer, possibly fewer than remain.
  ///
  /// @param byteOffset file offset of the first byte
  /// @return the number of bytes written
  int write(ByteBuffer source, long byteOffset) throws IOException;

  /// Copies bytes of another file into this file, in the kernel if possible.
  ///
  /// @param sourceOffset file offset of the first byte in the source
  /// @param byteCount the maximum number of bytes
  /// @param byteOffset file offset of the first byte in this file
  /// @return the number of copied bytes; 0 at the end of the source
  long copyFrom(OpenFile source, long sourceOffset, long byteCount, long byteOffset)
      throws IOException;

  /// Copies bytes of an open source into this file, in the kernel if possible.
  ///
  /// @return the number of copied bytes, at least 1
  long copyFrom(ByteSource source, long sourceOffset, long byteCount, long byteOffset)
      throws IOException;

  /// Forces all written bytes to the disk. May be called from another thread.
  void force() throws IOException;

  /// Removes a range from the page cache if the system supports this, so that the next read
  /// accesses the disk.
  void dropCached(long byteOffset, long byteCount);

  /// Locks the whole file until it is closed, unless a conflicting lock exists.
  ///
  /// @param isShared true for a shared lock; an exclusive lock requires a file opened for writing
  /// @return true if the file is now locked
  boolean tryLock(boolean isShared) throws IOException;

  /// Locks the whole file exclusively, so that no other program overwrites it.
  ///
  /// @param ignoresReaders true to continue without a lock if another program holds a shared lock,
  ///   because every reader of the file can hold one
  /// @return false if another program holds a lock, for example because it saves the file under
  ///   another name; true without locking if the file system does not support locks
  default boolean lockToOverwrite(boolean ignoresReaders) {
    return tryLockIfSupported() || ignoresReaders && isLockedByReader();
  }

  /// Returns true if an exclusive lock was refused only because another program holds a shared
  /// lock, which every reader of the file can hold. Always false on systems other than Linux.
  default boolean isLockedByReader() {
    return false;
  }

  /// Acquires an exclusive lock. Returns true without locking if the file system does not support
  /// locks, and false if a conflicting lock exists.
  default boolean tryLockIfSupported() {
    try {
      return tryLock(false);
    } catch (IOException e) {
      return true;
    }
  }

  /// Closes the file and releases its lock. Idempotent.
  @Override
  void close() throws IOException;
}
