package io.github.tensorloupe.work;

/// Receives the progress of a long computation. Implementations are thread-safe and return
/// immediately.
@FunctionalInterface
public interface Progress {

  Progress NONE = (done, total) -> {};

  /// Reports that `done` of `total` units are finished.
  ///
  /// @param done number of finished units, from 0 to `total`
  /// @param total number of units of the whole computation, constant once known; 0 if unknown
  void report(long done, long total);
}
