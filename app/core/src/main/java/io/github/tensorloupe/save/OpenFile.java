package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.ByteSource;

/// A file that is open for saving. The caller that opened it closes it. For one thread.
public interface OpenFile extends Closeable {

  /// Returns the length in bytes.
  long length() throws IOException;

  /// Returns a path that leads to this file as long as it is open, independent of its name. On
  /// systems without such paths, returns the path under which the file was opened.
  Path handle();

  /// Returns the key of this file in its file system, or empty if the file system has no keys.
  Optional<Object> key();

  /// Reads bytes into the target, possibly fewer than remain.
  ///
  /// @param byteOffset file offset of the first byte
  /// @return the number of bytes, or -1 at the end of the file
  int read(ByteBuffer target, long byteOffset) throws IOException;

  /// Writes bytes of the source, possibly fewer than remain.
  ///
  /// @param byteOffset file offset of the first byte
  int write(ByteBuffer source, long byteOffset) throws IOException;

  /// Copies bytes of another file into this file, in the kernel if possible.
  ///
  /// @param sourceOffset file offset of the first byte in the source
  /// @param byteCount the maximum number of bytes
  /// @param byteOffset file offset of the first byte in this file
  /// @return the number of copied bytes; 0 at the end of the source
  long copyFrom(OpenFile source, long sourceOffset, long byteCount, long byteOffset)
      throws IOException;

  /// Copies bytes of a file that is open for reading.
  ///
  /// @return the number of copied bytes, at least 1
  long copyFrom(ByteSource source, long sourceOffset, long byteCount, long byteOffset)
      throws IOException;

  /// Forces all written bytes to the disk. May be called from another thread.
  void force() throws IOException;

  /// Removes a range from the page cache, so that it is read from the medium, if the system
  /// supports it.
  void dropCached(long byteOffset, long byteCount);

  /// Locks the whole file until it is closed, unless a conflicting lock exists.
  ///
  /// @param shared true for a shared lock; an exclusive lock requires a file open for writing
  /// @return true if the file is locked now
  boolean tryLock(boolean shared) throws IOException;

  /// Acquires an exclusive lock as [#tryLock] does. Returns true without a lock if the file system
  /// does not support locks.
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
