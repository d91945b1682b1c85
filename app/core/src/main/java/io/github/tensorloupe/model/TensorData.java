package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.ByteSource.ReadAnnouncement;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The bytes of one tensor in an open file. Read-only and thread-safe; valid while the file is
/// open.
///
/// @param range the file offsets of the existing bytes, which may be truncated
/// @param hasCodes true if the bytes are quantization codes, which may look like NaN and infinities
///   of the dtype
public record TensorData(ByteSource file, TensorInfo info, ByteRange range, boolean hasCodes) {

  public TensorData {
    if (range.end() > file.length()) {
      throw new IllegalArgumentException(
          "bytes to %d of a file of %d".formatted(range.end(), file.length()));
    }
  }

  /// Creates the data of a tensor that does not contain quantization codes.
  public TensorData(ByteSource file, TensorInfo info, ByteRange range) {
    this(file, info, range, false);
  }

  /// The size of the blocks of [#forEachBlock] in bytes. A multiple of 24, so that blocks end at
  /// element boundaries for all dtypes.
  public static final int BLOCK_BYTES = 768 * 1024;

  /// A consumer of the bytes of a tensor in blocks.
  @FunctionalInterface
  public interface BlockConsumer {
    /// Processes a block.
    ///
    /// @param block a direct buffer of [TensorData#BLOCK_BYTES] bytes, or fewer for the last block;
    ///   reused for the next block
    /// @param byteOffset offset of the block's first byte from the tensor's first byte
    void accept(ByteBuffer block, long byteOffset) throws IOException;
  }

  /// Returns the width of one part of an element in bits. See [ElementType#partBits()].
  public int partBits() {
    return ElementType.of(info.dtype()).partBits();
  }

  /// Returns the number of existing elements, at most the number of elements of the shape.
  public long elementCount() {
    long inRange = ElementType.of(info.dtype()).elementsIn(range.byteCount());
    OptionalLong inShape = info.shape().elementCount();
    return inShape.isPresent() && Long.compareUnsigned(inShape.getAsLong(), inRange) < 0
        ? inShape.getAsLong()
        : inRange;
  }

  public long partCount() {
    return elementCount() * ElementType.of(info.dtype()).partsPerElement();
  }

  /// Returns the file offsets of the bytes that contain a part of an element.
  ///
  /// @param partIndex index of the part from the beginning of the tensor
  public ByteRange bytesOfPart(long partIndex) {
    int bits = partBits();
    // Eight parts of `bits` bits fill `bits` bytes.
    long groupBegin = range.begin() + partIndex / 8 * bits;
    long bitInGroup = partIndex % 8 * bits;
    return new ByteRange(
        groupBegin + bitInGroup / 8, groupBegin + Math.ceilDiv(bitInGroup + bits, 8L));
  }

  /// Returns the bits of one part in the low bits of the result. All of its bytes must be inside
  /// the range.
  ///
  /// @throws IOException as for [ByteSource#read(long, ByteBuffer)]
  public long code(long partIndex) throws IOException {
    ByteRange bytes = bytesOfPart(partIndex);
    long word = file.readLittleEndian(bytes.begin(), (int) bytes.byteCount());
    int bits = partBits();
    return word >>> (partIndex % 8 * bits % 8) & -1L >>> Long.SIZE - bits;
  }

  /// Reads consecutive elements as numbers. For sub-byte dtypes, the first element must begin at a
  /// byte boundary. For complex dtypes, index and count refer to parts.
  ///
  /// @throws IOException as for [ByteSource#read(long, ByteBuffer)]
  public double[] numbers(long first, int count) throws IOException {
    ElementType type = ElementType.of(info.dtype());
    long offset = first * type.partBits() / Byte.SIZE;
    long end = Math.ceilDiv((first + count) * type.partBits(), (long) Byte.SIZE);
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(end - offset));
    file.read(range.begin() + offset, bytes);
    double[] numbers = new double[count];
    type.doubles(MemorySegment.ofArray(bytes.array()), 0, numbers, count);
    return numbers;
  }

  /// Reads all existing elements as numbers, in row-major order.
  ///
  /// @throws ArithmeticException if the elements do not fit into an array
  /// @throws IOException as for [ByteSource#read(long, ByteBuffer)]
  public double[] numbers() throws IOException {
    return numbers(0, Math.toIntExact(elementCount()));
  }

  public boolean isComplete() {
    return range.byteCount() == info.byteCount();
  }

  /// Reads the tensor from its first to its last byte, on the calling thread.
  ///
  /// @param progress reported in bytes
  /// @throws IOException as for [ByteSource#read(long, ByteBuffer)]
  public void forEachBlock(BlockConsumer consumer, Cancellation cancellation, Progress progress)
      throws IOException {
    long byteCount = range.byteCount();
    ByteBuffer block = ByteBuffer.allocateDirect((int) Math.min(BLOCK_BYTES, byteCount));
    try (ReadAnnouncement _ = announceReads(List.of(this))) {
      for (long byteOffset = 0; byteOffset < byteCount; ) {
        cancellation.check();
        block.clear().limit((int) Math.min(BLOCK_BYTES, byteCount - byteOffset));
        file.read(range.begin() + byteOffset, block);
        block.flip();
        int blockBytes = block.remaining();
        consumer.accept(block, byteOffset);
        byteOffset += blockBytes;
        progress.report(byteOffset, byteCount);
      }
    }
  }

  /// Returns true if the existing bytes of two tensors are equal. Blocks.
  ///
  /// @throws IOException as for [ByteSource#read(long, ByteBuffer)], or if a file has changed
  public boolean hasSameBytes(TensorData other, Cancellation cancellation) throws IOException {
    long byteCount = range.byteCount();
    boolean areSame = byteCount == other.range.byteCount();
    for (long offset = 0; areSame && offset < byteCount; offset += BLOCK_BYTES) {
      cancellation.check();
      long begin = range.begin() + offset;
      long otherBegin = other.range.begin() + offset;
      long count = Math.min(BLOCK_BYTES, byteCount - offset);
      areSame =
          file.examine(
              own ->
                  other.file.examine(
                      others ->
                          own.bytes(begin, count).mismatch(others.bytes(otherBegin, count)) < 0));
    }
    file.requireUnchanged();
    other.file.requireUnchanged();
    return areSame;
  }

  /// Announces reads of tensors. See [ByteSource#announceReads].
  ///
  /// @throws IOException if the user denies fetching them; then nothing is announced
  public static ReadAnnouncement announceReads(List<TensorData> tensors) throws IOException {
    Map<ByteSource, List<ByteRange>> ranges = new LinkedHashMap<>();
    for (TensorData tensor : tensors) {
      if (SourceFileSystem.of(tensor.file().path()).isPresent()) {
        ranges.computeIfAbsent(tensor.file(), _ -> new ArrayList<>()).add(tensor.range());
      }
    }
    Map<SourceFileSystem, Long> missing = new LinkedHashMap<>();
    ranges.forEach(
        (file, fileRanges) ->
            SourceFileSystem.of(file.path())
                .ifPresent(
                    source -> missing.merge(source, file.missingByteCount(fileRanges), Long::sum)));
    for (Map.Entry<SourceFileSystem, Long> each : missing.entrySet()) {
      each.getKey().requireConsent(each.getValue());
    }
    List<ReadAnnouncement> announcements = new ArrayList<>();
    ReadAnnouncement all = () -> announcements.forEach(ReadAnnouncement::close);
    try {
      ranges.forEach((file, fileRanges) -> announcements.add(file.announceReads(fileRanges)));
    } catch (RuntimeException | Error e) {
      all.close();
      throw e;
    }
    return all;
  }
}
