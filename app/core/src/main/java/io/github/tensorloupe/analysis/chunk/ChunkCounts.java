package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.ComputedFile;

/// The partial result of one thread for one tensor, updated with each chunk.
///
/// @param <C> the implementing class
/// @param <R> the result for one tensor
public interface ChunkCounts<C extends ChunkCounts<C, R>, R> extends PartialCounts<C> {

  /// Counts a chunk. Each thread passes its chunks in ascending order.
  ///
  /// @throws IOException if the implementation reads other bytes of the tensor and reading fails
  void add(Chunk chunk) throws IOException;

  /// Returns the result. Called once, on any thread, after all chunks were counted and merged.
  R result();

  /// Returns a callback that receives values with their frequencies instead of calls of [#add], or
  /// empty if the implementation needs every element in order. The default is empty.
  ///
  /// @param byteOffset the offset of the chunk from the tensor's first byte
  default Optional<ComputedFile.Tally> tally(long byteOffset) {
    return Optional.empty();
  }
}
