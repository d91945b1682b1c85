package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.TensorData;

/// A part of a tensor, read by one thread. Valid while it is being counted.
///
/// @param bytes read-only; begins where an element begins a byte
/// @param byteOffset of its first byte from the tensor's first byte: a multiple of 24
/// @param partCount how many parts of elements it holds: as many as the shape says are there
public record Chunk(TensorData tensor, MemorySegment bytes, long byteOffset, int partCount) {

  /// The most bytes a chunk has: just below 1 MiB, whole groups of eight elements of any width.
  /// Even from a slow network drive one is read in about a tenth of a second.
  public static final int MAX_BYTES = (1 << 20) / 24 * 24;

  /// The index of its first part in the tensor.
  public long firstPartIndex() {
    return byteOffset / 8 * 64 / tensor.partBits();
  }
}
