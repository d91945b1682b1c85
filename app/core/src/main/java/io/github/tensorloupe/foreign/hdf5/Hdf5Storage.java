package io.github.tensorloupe.foreign.hdf5;

import module java.base;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.work.Cancellation;
import io.jhdf.Superblock;
import io.jhdf.Utils;
import io.jhdf.storage.HdfBackingStorage;

/// The bytes of an open file for jHDF. Limits the work for a hostile file: each read, and the
/// number and size of all reads. Not thread-safe.
final class Hdf5Storage implements HdfBackingStorage {

  /// A structure is larger than supported or uses an unsupported feature, as described by the
  /// message. The file may be intact.
  static final class LimitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LimitException(String reason) {
      super(reason);
    }
  }

  private static final int MAX_READ_BYTES = 1 << 24;

  /// Limits the heap that jHDF needs for the index of one dataset, about five times as much.
  private static final long MAX_INDEX_COST = 24 << 20;

  private static final long MAX_COST = 1 << 27;

  /// Bounds the number of reads. Parsing a small part takes as long as parsing these bytes.
  private static final int COST_PER_READ = 64;

  /// Bytes of the superblock that jHDF may read, with a margin.
  private static final int SUPERBLOCK_BYTES = 256;

  /// Bytes of a version 2 B-tree before the address of its root.
  private static final int TREE_HEADER_BYTES = 18;

  private static final String TOO_LARGE = "the structure is larger than supported";

  private final ByteSource file;
  private final Superblock superblock;
  private final long begin;
  private final Cancellation cancellation;
  private long remaining = MAX_COST;
  private IOException failure;

  /// Reads the superblock.
  ///
  /// @param begin the file offset of the signature, to which all addresses are relative
  /// @throws RuntimeException if the superblock is malformed
  Hdf5Storage(ByteSource file, long begin, Cancellation cancellation) throws IOException {
    this.file = file;
    this.begin = begin;
    this.cancellation = cancellation;
    int byteCount = (int) Math.min(SUPERBLOCK_BYTES, file.length() - begin);
    ByteBuffer bytes = ByteBuffer.wrap(file.read(begin, byteCount));
    this.superblock = Superblock.readSuperblock(bytes.order(ByteOrder.LITTLE_ENDIAN));
  }

  ByteSource file() {
    return file;
  }

  /// Returns true if the reads exceeded their total limit.
  boolean isExhausted() {
    return remaining < 0;
  }

  /// Counts bytes of memory like bytes that are read.
  ///
  /// @throws LimitException if the limit is exceeded
  void spend(long byteCount) {
    remaining -= byteCount;
    if (remaining < 0) {
      throw new LimitException(TOO_LARGE);
    }
  }

  /// Reads a number of the width of lengths in this file.
  long readLength(long address) {
    int byteCount = getSizeOfLengths();
    return Utils.readBytesAsUnsignedLong(readBufferFromAddress(address, byteCount), byteCount);
  }

  /// Returns the claimed number of records of a version 2 B-tree, for which jHDF allocates a list.
  long treeSize(long address) {
    return readLength(address + TREE_HEADER_BYTES + getSizeOfOffsets());
  }

  /// Parses the index of a dataset, with a lower limit.
  <T> T readIndex(Supplier<T> parser) {
    long others = Math.max(0, remaining - MAX_INDEX_COST);
    remaining -= others;
    try {
      return parser.get();
    } finally {
      if (remaining >= 0) {
        remaining += others;
      }
    }
  }

  /// Throws the failure of a read, or a cancellation, which jHDF wraps in other exceptions. Must be
  /// called after each exception of jHDF.
  ///
  /// @throws IOException if reading the file failed
  /// @throws CancellationException if cancelled
  void rethrow() throws IOException {
    cancellation.check();
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public ByteBuffer readBufferFromAddress(long address, int length) {
    return map(address, length);
  }

  @Override
  public ByteBuffer map(long address, long length) {
    return mapNoOffset(address + begin, length);
  }

  @Override
  public ByteBuffer mapNoOffset(long address, long length) {
    cancellation.check();
    if (address < begin || length < 0 || length > file.length() - address) {
      throw new IllegalArgumentException(
          "%,d bytes at %,d are outside the file of %,d bytes"
              .formatted(length, address, file.length()));
    }
    spend(Math.min(length, MAX_READ_BYTES + 1) + COST_PER_READ);
    if (length > MAX_READ_BYTES) {
      throw new LimitException(TOO_LARGE);
    }
    try {
      return ByteBuffer.wrap(file.read(address, (int) length)).order(ByteOrder.LITTLE_ENDIAN);
    } catch (IOException e) {
      failure = e;
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long getUserBlockSize() {
    return begin;
  }

  @Override
  public Superblock getSuperblock() {
    return superblock;
  }

  @Override
  public FileChannel getFileChannel() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int getSizeOfOffsets() {
    return superblock.getSizeOfOffsets();
  }

  @Override
  public int getSizeOfLengths() {
    return superblock.getSizeOfLengths();
  }

  @Override
  public void close() {}

  @Override
  public long size() {
    return file.length();
  }

  @Override
  public boolean inMemory() {
    return false;
  }
}
