package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Reads a tensor from its first byte to its last, a little at a time.
///
/// @param data the tensor
/// @param cancellation asked before each block
/// @param progress reported after each block, in bytes of the tensor
record ElementBlocks(TensorData data, Cancellation cancellation, Progress progress) {

  private static final int TILE = 4096;

  /// Receives bytes.
  @FunctionalInterface
  interface OfBytes {
    /// @param block its remaining bytes; used again for the next block
    void accept(ByteBuffer block) throws IOException;
  }

  /// Receives codes.
  @FunctionalInterface
  interface OfCodes {
    /// @param codes of parts of elements; used again for the next block
    /// @param count how many there are, from index 0
    void accept(long[] codes, int count) throws IOException;
  }

  /// Hands out all bytes.
  void bytes(OfBytes consumer) throws IOException {
    long byteCount = data.range().byteCount();
    ByteBuffer block = ByteBuffer.allocateDirect((int) Math.min(TensorData.BLOCK_BYTES, byteCount));
    for (long done = 0; done < byteCount; ) {
      cancellation.check();
      block.clear().limit((int) Math.min(block.capacity(), byteCount - done));
      data.file().read(data.range().begin() + done, block);
      block.flip();
      done += block.remaining();
      consumer.accept(block);
      progress.report(done, byteCount);
    }
  }

  /// Hands out the codes of all parts of all elements.
  void codes(OfCodes consumer) throws IOException {
    ElementType type = ElementType.of(data.info().dtype());
    long[] codes = new long[TILE];
    bytes(
        block -> {
          long partCount = type.elementsIn(block.remaining()) * type.partsPerElement();
          for (long first = 0; first < partCount; first += TILE) {
            int count = (int) Math.min(TILE, partCount - first);
            type.codes(block, first, codes, count);
            consumer.accept(codes, count);
          }
        });
  }
}
