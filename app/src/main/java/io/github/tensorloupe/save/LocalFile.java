package io.github.tensorloupe.save;

import io.github.tensorloupe.model.FileBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// A file on this computer, open for saving.
final class LocalFile implements OpenFile {

  private final Object key;
  private final FileChannel channel;
  private final HeldLocks locks;
  private boolean holdsLock;
  private boolean isClosed;

  /// @param key what the locks know the file by
  /// @param locks the locks that this program holds
  LocalFile(Object key, FileChannel channel, HeldLocks locks) {
    this.key = key;
    this.channel = channel;
    this.locks = locks;
  }

  @Override
  public long length() throws IOException {
    return channel.size();
  }

  @Override
  public int read(ByteBuffer target, long byteOffset) throws IOException {
    return channel.read(target, byteOffset);
  }

  @Override
  public int write(ByteBuffer source, long byteOffset) throws IOException {
    return channel.write(source, byteOffset);
  }

  @Override
  public long copyFrom(OpenFile source, long sourceOffset, long byteCount, long byteOffset)
      throws IOException {
    if (!(source instanceof LocalFile local)) {
      throw new IllegalArgumentException("a file of another kind");
    }
    channel.position(byteOffset);
    return local.channel.transferTo(sourceOffset, byteCount, channel);
  }

  @Override
  public long copyFrom(FileBytes source, long sourceOffset, long byteCount, long byteOffset)
      throws IOException {
    channel.position(byteOffset);
    return source.transferTo(sourceOffset, byteCount, channel);
  }

  @Override
  public void force() throws IOException {
    channel.force(true);
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
}
