package io.github.tensorloupe.analysis.chunk;

/// The partial result of one thread for an item that is read in chunks. The final result must not
/// depend on the assignment of chunks to threads. Not thread-safe.
///
/// @param <C> the implementing class
public interface PartialCounts<C extends PartialCounts<C>> {

  /// Adds the counts of another thread for the same item. The caller must not use `other`
  /// afterwards.
  void merge(C other);
}
