package io.github.tensorloupe.work;

/// Receives how far a long computation is. Implementations are thread-safe and return at once.
@FunctionalInterface
public interface Progress {

  Progress NONE = (done, total) -> {};

  /// Reports that `done` of `total` units are finished; `total` is 0 where it is not known.
  ///
  /// @param done units finished so far, from 0 to `total`
  /// @param total units of the whole computation, the same at every call
  void report(long done, long total);
}
