package io.github.tensorloupe.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/// A channel that counts reads and can inject failures. It supports only positional reads.
final class FakeChannel extends FileChannel {

  interface Trouble {
    void beforeRead(long byteOffset) throws IOException;
  }

  private final FileChannel channel;
  private Trouble trouble = byteOffset -> {};
  private int maxBytesPerRead = Integer.MAX_VALUE;
  private long bytesRead;
  private long readCount;
  private int largestArrayRead;

  private FakeChannel(FileChannel channel) {
    this.channel = channel;
  }

  static FakeChannel open(Path path) throws IOException {
    return new FakeChannel(FileChannel.open(path, StandardOpenOption.READ));
  }

  /// Opens the channel as a file, like production code.
  FileBytes asFile(Path path) throws IOException {
    return FileBytes.of(path, this, Files.readAttributes(path, BasicFileAttributes.class));
  }

  void maxBytesPerRead(int byteCount) {
    maxBytesPerRead = byteCount;
  }

  void trouble(Trouble toMake) {
    trouble = toMake;
  }

  long bytesRead() {
    return bytesRead;
  }

  long readCount() {
    return readCount;
  }

  /// Returns the largest number of bytes requested by a read into an array.
  int largestArrayRead() {
    return largestArrayRead;
  }

  @Override
  public int read(ByteBuffer target, long byteOffset) throws IOException {
    readCount++;
    if (target.hasArray()) {
      largestArrayRead = Math.max(largestArrayRead, target.remaining());
    }
    trouble.beforeRead(byteOffset);
    int limit = target.limit();
    target.limit(target.position() + Math.min(maxBytesPerRead, target.remaining()));
    int count = channel.read(target, byteOffset);
    target.limit(limit);
    bytesRead += Math.max(0, count);
    return count;
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  protected void implCloseChannel() throws IOException {
    channel.close();
  }

  @Override
  public int read(ByteBuffer target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long read(ByteBuffer[] targets, int first, int count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int write(ByteBuffer source) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long write(ByteBuffer[] sources, int first, int count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long position() {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileChannel position(long byteOffset) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileChannel truncate(long byteLength) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void force(boolean metadata) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferTo(long byteOffset, long byteCount, WritableByteChannel target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long byteOffset, long byteCount) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int write(ByteBuffer source, long byteOffset) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long byteOffset, long byteCount) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock lock(long byteOffset, long byteCount, boolean shared) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock tryLock(long byteOffset, long byteCount, boolean shared) {
    throw new UnsupportedOperationException();
  }
}
