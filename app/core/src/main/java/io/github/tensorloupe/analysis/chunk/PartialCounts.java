package io.github.tensorloupe.analysis.chunk;

/// The counts of one thread for an item that is read in chunks. The result must not depend on the
/// assignment of chunks to threads. Not thread-safe.
///
/// @param <C> the implementing class
/// @param <R> the result
public interface PartialCounts<C extends PartialCounts<C, R>, R> {

  /// Adds the counts of another thread for the same item; `other` is not used afterwards.
  void merge(C other);

  /// Returns the result after all chunks were counted. Called on any thread.
  R result();
}
