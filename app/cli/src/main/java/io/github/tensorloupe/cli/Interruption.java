package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// Cancels writing when the process is terminated, for example by Ctrl-C, and delays the end of the
/// process until [#close], so that drafts are deleted.
public final class Interruption implements Cancellation, AutoCloseable {

  static final String CANCELED = "Canceled. Nothing was written.";

  private final CountDownLatch done = new CountDownLatch(1);
  private final ShutdownHook hook = new ShutdownHook(this::cancelAndWait);
  private volatile boolean isRequested;

  private Interruption() {}

  public static Interruption watch() {
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
