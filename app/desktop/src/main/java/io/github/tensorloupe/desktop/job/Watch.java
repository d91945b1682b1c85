package io.github.tensorloupe.desktop.job;

import module java.base;

/// Looks at something again and again beside the FX thread, until it is closed. It is no job: it
/// never ends by itself, and nobody waits for it.
///
/// @param <T> what a look gives
public final class Watch<T> implements AutoCloseable {

  private final CountDownLatch closing = new CountDownLatch(1);

  private Watch() {}

  /// Begins to watch.
  ///
  /// @param foreground runs what takes what was seen
  /// @param pause from the end of a look to the next one, and before the first
  /// @param look runs on a thread of its own
  /// @param onSeen receives what each look gave, until the watch is closed
  public static <T> Watch<T> start(
      Executor foreground, Duration pause, Supplier<T> look, Consumer<T> onSeen) {
    Watch<T> watch = new Watch<>();
    Thread.ofPlatform()
        .daemon()
        .name("tensorloupe-watch")
        .start(() -> watch.run(foreground, pause, look, onSeen));
    return watch;
  }

  private void run(Executor foreground, Duration pause, Supplier<T> look, Consumer<T> onSeen) {
    try {
      // A thread that slept would hold what it looks at after the end.
      while (!closing.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
        T seen = look.get();
        foreground.execute(
            () -> {
              if (closing.getCount() > 0) {
                onSeen.accept(seen);
              }
            });
      }
    } catch (InterruptedException e) {
      // Nobody looks any more.
    }
  }

  /// Ends it; a look that is under way is not told any more where this is called on the thread that
  /// would be told.
  @Override
  public void close() {
    closing.countDown();
  }
}
