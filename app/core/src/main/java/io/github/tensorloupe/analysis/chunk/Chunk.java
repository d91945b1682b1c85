package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.TensorData;

/// A section of a tensor's bytes, read by one thread. Valid only during [ChunkCounts#add].
///
/// @param bytes the bytes, read-only; the first element begins at the first bit
/// @param byteOffset the offset from the tensor's first byte, a multiple of 24
/// @param partCount the number of parts in the chunk: the real and imaginary parts of `C64`
///   elements, otherwise the elements; excludes bytes beyond the last element of the shape
public record Chunk(TensorData tensor, MemorySegment bytes, long byteOffset, int partCount) {

  /// The maximum size of a chunk in bytes: the largest multiple of 24 up to 1 MiB, so that chunks
  /// of any dtype begin and end at groups of eight elements. Small enough to be read from a slow
  /// network drive in about a tenth of a second.
  public static final int MAX_BYTES = (1 << 20) / 24 * 24;

  /// Returns the index, within the tensor, of the first part of this chunk.
  public long firstPartIndex() {
    return byteOffset / 8 * 64 / tensor.partBits();
  }
}
