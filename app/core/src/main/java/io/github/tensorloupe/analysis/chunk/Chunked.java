package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.ByteSource;

/// An item that is read in chunks: a tensor, or a pair of tensors to compare. Thread-safe.
///
/// @param <C> the type of the counts
public interface Chunked<C> {

  /// Returns the number of chunks; 0 for an empty item.
  long chunkCount();

  /// Returns the files that must not change during the scan.
  Stream<ByteSource> files();

  /// Reads a chunk and adds it to the counts. Each thread reads its chunks in ascending order.
  ///
  /// @return the number of bytes to add to the progress
  /// @throws IOException if reading fails
  long count(C counts, long chunkIndex) throws IOException;
}
