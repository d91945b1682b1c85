package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.FileBytes;
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
  /// @param locks the locks that this program holds
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
  public long copyFrom(FileBytes source, long sourceOffset, long byteCount, long byteOffset)
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
    LinuxCalls.ofThisSystem().ifPresent(calls -> calls.dropCached(path, byteOffset, byteCount));
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
}
