package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.ByteSource;

/// A file that is open for saving. Owned by whoever opened it; for one thread.
public interface OpenFile extends Closeable {

  /// The length in bytes.
  long length() throws IOException;

  /// A path that leads to this file as long as it is open, independent of its name. On systems
  /// without such paths, the path under which the file was opened.
  Path handle();

  /// The key of this file in its file system; empty if the file system has no keys.
  Optional<Object> key();

  /// Reads bytes into the target; fewer than it has room for are possible.
  ///
  /// @param byteOffset file offset of the first byte
  /// @return how many, or -1 at the end of the file
  int read(ByteBuffer target, long byteOffset) throws IOException;

  /// Writes bytes of the source from a file offset on; fewer than it has are possible.
  int write(ByteBuffer source, long byteOffset) throws IOException;

  /// Copies bytes of another file into this one, by the kernel where it can; fewer are possible.
  ///
  /// @param sourceOffset file offset of the first byte in the source
  /// @param byteCount how many at most
  /// @param byteOffset file offset of the first byte in this file
  /// @return how many; 0 at the end of the source
  long copyFrom(OpenFile source, long sourceOffset, long byteCount, long byteOffset)
      throws IOException;

  /// The same from a file that is open for reading.
  ///
  /// @return how many, at least 1
  long copyFrom(ByteSource source, long sourceOffset, long byteCount, long byteOffset)
      throws IOException;

  /// Waits until the disk has everything that was written. May be called from another thread than
  /// the one that writes.
  void force() throws IOException;

  /// Asks the system to read a range from the medium the next time, not from memory. What cannot be
  /// asked is not done.
  void dropCached(long byteOffset, long byteCount);

  /// Locks the whole file until it is closed, if nobody else holds a lock.
  ///
  /// @param shared true if others may hold a shared lock too; else the file must be open to write
  /// @return true if the lock is held now
  boolean tryLock(boolean shared) throws IOException;

  /// Closes the file and gives its lock back. Can be repeated.
  @Override
  void close() throws IOException;
}
