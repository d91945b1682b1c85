package io.github.tensorloupe.work;

/// A receiver of the progress of a long computation. Implementations must be thread-safe and return
/// immediately.
@FunctionalInterface
public interface Progress {

  Progress NONE = (done, total) -> {};

  /// Reports progress.
  ///
  /// @param done the number of completed units, from 0 to `total`
  /// @param total the total number of units, constant once known; 0 if unknown
  void report(long done, long total);
}
