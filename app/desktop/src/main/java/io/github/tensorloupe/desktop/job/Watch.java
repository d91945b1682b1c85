package io.github.tensorloupe.desktop.job;

import module java.base;

/// Polls a value on a background thread until it is closed. Unlike a job, it never ends by itself,
/// and [Jobs#whenIdle] does not wait for it.
///
/// @param <T> the type of the value
public final class Watch<T> implements AutoCloseable {

  private final CountDownLatch closing = new CountDownLatch(1);

  private Watch() {}

  /// Starts polling.
  ///
  /// @param foreground executes `onValue`
  /// @param pause delay before the first poll and between polls
  /// @param look reads the value on a background thread
  /// @param onValue receives each value until the watch is closed
  public static <T> Watch<T> start(
      Executor foreground, Duration pause, Supplier<T> look, Consumer<T> onValue) {
    Watch<T> watch = new Watch<>();
    Thread.ofPlatform()
        .daemon()
        .name("tensorloupe-watch")
        .start(() -> watch.run(foreground, pause, look, onValue));
    return watch;
  }

  private void run(Executor foreground, Duration pause, Supplier<T> look, Consumer<T> onValue) {
    try {
      // A sleeping thread would keep the value reachable after the end.
      while (!closing.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
        T value = look.get();
        foreground.execute(
            () -> {
              if (closing.getCount() > 0) {
                onValue.accept(value);
              }
            });
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  /// Stops polling. If called on the foreground thread, the result of a running poll is discarded.
  @Override
  public void close() {
    closing.countDown();
  }
}
