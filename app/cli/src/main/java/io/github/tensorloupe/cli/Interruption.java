package io.github.tensorloupe.cli;

import io.github.tensorloupe.work.Cancellation;
import java.util.concurrent.CountDownLatch;

/// Lets Ctrl-C, and whatever else ends the process in order, cancel a save and wait until it has
/// cleaned up. Until it is closed the process does not end by itself.
final class Interruption implements Cancellation, AutoCloseable {

  private final CountDownLatch done = new CountDownLatch(1);
  private final ExitHook hook = new ExitHook(this::cancelAndWait);
  private volatile boolean isRequested;

  private Interruption() {}

  /// Heeds the end of the process from now on.
  static Interruption heeded() {
    Interruption interruption = new Interruption();
    if (!interruption.hook.set()) {
      interruption.isRequested = true;
    }
    return interruption;
  }

  private void cancelAndWait() {
    isRequested = true;
    try {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRequested() {
    return isRequested;
  }

  @Override
  public void close() {
    done.countDown();
    hook.close();
  }
}
