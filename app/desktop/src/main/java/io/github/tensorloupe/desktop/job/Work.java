package io.github.tensorloupe.desktop.job;

import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A long computation that runs beside the FX thread.
///
/// @param <T> what it gives
@FunctionalInterface
public interface Work<T> {

  /// Does the work on a background thread.
  ///
  /// @param cancellation to be asked often; the thread is never interrupted
  /// @param progress may be reported as often as is convenient
  /// @throws Exception if it fails; a `CancellationException` where it was asked to stop
  T run(Cancellation cancellation, Progress progress) throws Exception;
}
