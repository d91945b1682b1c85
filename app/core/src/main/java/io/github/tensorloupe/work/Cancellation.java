package io.github.tensorloupe.work;

import module java.base;

/// A flag that a long computation polls, at least once per block of work; it ends with a
/// [CancellationException] then, unless it says otherwise. Thread-safe.
///
/// Cancelling is a flag and never a thread interrupt, because an interrupt closes the file channel
/// that the interrupted thread reads from.
@FunctionalInterface
public interface Cancellation {

  Duration BETWEEN_LOOKS = Duration.ofMillis(20);
  Cancellation NEVER = () -> false;

  /// That of the work that the calling thread does at the moment; whoever waits for another
  /// computer asks it.
  ScopedValue<Cancellation> OF_WORK = ScopedValue.newInstance();

  /// The cancellation of the calling thread's work; one that never asks to stop where nobody said
  /// which work it does.
  static Cancellation ofThread() {
    return OF_WORK.orElse(NEVER);
  }

  /// True if the computation should stop as soon as it can.
  boolean isRequested();

  /// Stops the calling computation if it was asked to stop.
  ///
  /// @throws CancellationException if [#isRequested()]
  default void check() {
    if (isRequested()) {
      throw new CancellationException("cancelled");
    }
  }

  /// Waits for a result, or until this is requested: a result from another computer may never come.
  ///
  /// @throws CancellationException if [#isRequested()], or whoever makes the result was cancelled
  /// @throws IOException if making it failed so, or the calling thread was interrupted
  default <T> T await(Future<T> result) throws IOException {
    while (true) {
      try {
        return result.get(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        check();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException();
      } catch (ExecutionException e) {
        switch (e.getCause()) {
          case IOException failure -> throw failure;
          case RuntimeException failure -> throw failure;
          case Error failure -> throw failure;
          default -> throw new IOException(e.getCause());
        }
      }
    }
  }
}
