package io.github.tensorloupe.analysis.chunk;

import module java.base;

/// One thread's findings on one tensor so far, chunk by chunk. The result must not depend on how
/// the chunks were shared out. Not thread-safe.
///
/// @param <C> the class itself
/// @param <R> the result for one tensor
public interface ChunkCounts<C extends ChunkCounts<C, R>, R> {

  /// Counts a chunk; those of a thread come in ascending order.
  ///
  /// @throws IOException if it reads more of the tensor and that fails
  void add(Chunk chunk) throws IOException;

  /// Adds what another thread has counted of the same tensor; `other` is not used afterwards.
  void merge(C other);

  /// The result, once all chunks have been counted. Any thread.
  R result();
}
