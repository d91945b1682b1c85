package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.ByteSource;

/// An item that is read chunk by chunk: a tensor, or two that are compared. Thread-safe.
///
/// @param <C> the type of the counts
public interface Chunked<C> {

  /// Returns the number of chunks; 0 for an empty item.
  long chunkCount();

  /// Returns the files that must not change during the scan.
  Stream<ByteSource> files();

  /// Reads a chunk and counts it. The chunks of a thread are in ascending order.
  ///
  /// @return the number of bytes by which the entire work has progressed
  /// @throws IOException if reading fails
  long count(C counts, long chunkIndex) throws IOException;
}
