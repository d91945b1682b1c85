package io.github.tensorloupe.work;

import module java.base;

/// A flag that long computations poll at least once per block of work. A cancelled computation
/// throws a [CancellationException] unless documented otherwise. Thread-safe.
///
/// Cancellation does not interrupt threads, because an interrupt closes the file channel that the
/// thread is reading.
@FunctionalInterface
public interface Cancellation {

  Duration POLL_INTERVAL = Duration.ofMillis(20);
  Cancellation NEVER = () -> false;

  /// The cancellation of the calling thread's current work, for code that waits for servers.
  ScopedValue<Cancellation> OF_WORK = ScopedValue.newInstance();

  /// Returns the cancellation of the calling thread's work, or [#NEVER] if the thread has none.
  static Cancellation ofThread() {
    return OF_WORK.orElse(NEVER);
  }

  /// Returns true if the computation should stop.
  boolean isRequested();

  /// Throws an exception if cancellation is requested.
  ///
  /// @throws CancellationException if [#isRequested()]
  default void check() {
    if (isRequested()) {
      throw new CancellationException("cancelled");
    }
  }

  /// Waits for a result, polling for cancellation, because a server may never respond.
  ///
  /// @throws CancellationException if [#isRequested()], or if the computation of the result was
  ///   cancelled
  /// @throws IOException if the computation threw it, or if the calling thread was interrupted
  default <T> T await(Future<T> result) throws IOException {
    while (true) {
      try {
        if (Thread.interrupted()) {
          // The wait for an available result may ignore the interrupt.
          throw new InterruptedException();
        }
        return result.get(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        check();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException();
      } catch (ExecutionException e) {
        throw ParallelWork.rethrown(e.getCause());
      }
    }
  }
}
