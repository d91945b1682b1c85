package io.github.tensorloupe.desktop.job;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// The moment in which a window shows what it was opened for. What nobody sees yet waits for it, so
/// that it takes no time from what is to be seen.
public final class FirstFrame {

  /// A window that does not come into sight must not keep anything from being done.
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  private final CountDownLatch come = new CountDownLatch(1);
  private final List<Runnable> waiting = new ArrayList<>();

  /// Of a window that is in sight already, or that nobody waits for.
  public static FirstFrame past() {
    FirstFrame sight = new FirstFrame();
    sight.come();
    return sight;
  }

  /// The window is in sight: does what has waited. FX thread.
  public void come() {
    come.countDown();
    List<Runnable> now = List.copyOf(waiting);
    waiting.clear();
    now.forEach(Runnable::run);
  }

  /// Does something once the window is in sight, at once if it is. FX thread.
  public void then(Runnable action) {
    if (come.getCount() == 0) {
      action.run();
    } else {
      waiting.add(action);
    }
  }

  /// Lets a job wait until the window is in sight, or for some seconds. Not on the FX thread.
  ///
  /// @throws java.util.concurrent.CancellationException if the job was asked to stop meanwhile
  public void await(Cancellation cancellation) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (!come.await(BETWEEN_LOOKS.toNanos(), TimeUnit.NANOSECONDS)
          && System.nanoTime() < end) {
        cancellation.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
