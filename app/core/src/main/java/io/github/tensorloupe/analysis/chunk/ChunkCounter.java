package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.TensorData;

/// Something to be found out about each tensor, chunk by chunk, by threads that know nothing of
/// each other. The result must not depend on how the chunks were shared out.
///
/// @param <A> what one thread has counted of one tensor so far
/// @param <R> the result for one tensor
public interface ChunkCounter<A, R> {

  /// Begins to count. Any thread.
  A create(TensorData tensor);

  /// Counts a chunk. Only one thread at a time uses the same counts, and gives it its chunks in
  /// ascending order.
  ///
  /// @throws IOException if it reads more of the tensor and that fails
  void add(A counts, Chunk chunk) throws IOException;

  /// Adds what another thread has counted of the same tensor; `from` is not used afterwards.
  void merge(A into, A from);

  /// The result, once all chunks have been counted. Any thread.
  R finish(TensorData tensor, A counts);
}
