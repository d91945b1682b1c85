package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.ByteSource;

/// Something that is read chunk by chunk: a tensor, or two that are compared. Thread-safe.
///
/// @param <C> what counts it
public interface Chunked<C> {

  /// 0 where there is nothing to read.
  long chunkCount();

  /// The files that must not change meanwhile.
  Stream<ByteSource> files();

  /// Reads a chunk and counts it; those of a thread come in ascending order.
  ///
  /// @return by how many bytes the whole work has come nearer to its end
  /// @throws IOException if reading fails
  long count(C counts, long chunkIndex) throws IOException;
}
