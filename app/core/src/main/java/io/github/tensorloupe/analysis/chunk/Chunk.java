package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.TensorData;

/// A part of a tensor, read by one thread. Valid only while it is being counted.
///
/// @param bytes read-only; begins with an element that begins a byte
/// @param byteOffset the offset of the first byte from the tensor's first byte: a multiple of 24
/// @param partCount the number of parts of elements in the chunk, limited by the number of parts in
///   the shape
public record Chunk(TensorData tensor, MemorySegment bytes, long byteOffset, int partCount) {

  /// The maximum number of bytes of a chunk: slightly less than 1 MiB, whole groups of eight
  /// elements of any width. Even from a slow network drive, a chunk is read in about a tenth of a
  /// second.
  public static final int MAX_BYTES = (1 << 20) / 24 * 24;

  /// Returns the index of the first part in the tensor.
  public long firstPartIndex() {
    return byteOffset / 8 * 64 / tensor.partBits();
  }
}
