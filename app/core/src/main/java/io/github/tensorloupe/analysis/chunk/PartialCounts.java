package io.github.tensorloupe.analysis.chunk;

/// One thread's findings so far on something that is read in chunks. The result must not depend on
/// how the chunks were shared out. Not thread-safe.
///
/// @param <C> the class itself
/// @param <R> the result
public interface PartialCounts<C extends PartialCounts<C, R>, R> {

  /// Adds what another thread has counted of the same; `other` is not used afterwards.
  void merge(C other);

  /// The result, once all chunks have been counted. Any thread.
  R result();
}
