package io.github.tensorloupe.desktop.job;

import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A long computation on a background thread.
///
/// @param <T> the type of the result
@FunctionalInterface
public interface Work<T> {

  /// Performs the work on a background thread.
  ///
  /// @param cancellation check it often; the thread is never interrupted
  /// @param progress may be called at any rate
  /// @throws Exception if it fails; a `CancellationException` if it was cancelled
  T run(Cancellation cancellation, Progress progress) throws Exception;
}
