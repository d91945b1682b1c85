package io.github.tensorloupe.desktop.job;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// Signals that a window has painted its document or start page. Work that is not visible yet is
/// deferred until then, so that it does not delay the first frame.
public final class FirstFrame {

  /// Work is not deferred longer than this if the window does not become visible.
  private static final long MAX_DELAY_SECONDS = 3;

  private final CountDownLatch shown = new CountDownLatch(1);
  private final List<Runnable> waiting = new ArrayList<>();

  /// Returns a signal for a window that is already painted, or that does not defer work.
  public static FirstFrame shown() {
    FirstFrame frame = new FirstFrame();
    frame.markShown();
    return frame;
  }

  /// Signals the first frame and runs the deferred actions. FX thread.
  public void markShown() {
    shown.countDown();
    List<Runnable> now = List.copyOf(waiting);
    waiting.clear();
    now.forEach(Runnable::run);
  }

  /// Runs an action after the first frame, or at once if it was painted. FX thread.
  public void runAfter(Runnable action) {
    if (shown.getCount() == 0) {
      action.run();
    } else {
      waiting.add(action);
    }
  }

  /// Blocks a job until the first frame, but at most a few seconds. Not on the FX thread.
  ///
  /// @throws java.util.concurrent.CancellationException if the job was cancelled meanwhile
  public void await(Cancellation cancellation) {
    try {
      boolean _ = shown.await(MAX_DELAY_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    cancellation.check();
  }
}
