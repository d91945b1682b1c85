package io.github.tensorloupe.desktop.job;

import module java.base;

/// Counts the running jobs that change files, so that the program does not exit during one.
/// Cancelled jobs still clean up. Thread-safe.
public final class Writing {

  private int count;

  public synchronized void begin() {
    count++;
  }

  public synchronized void end() {
    count--;
    notifyAll();
  }

  /// Waits until no job is running. Blocks.
  ///
  /// @param timeout maximum time to wait
  /// @return true if no job is running
  /// @throws InterruptedException if the thread is interrupted
  public synchronized boolean await(Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    while (count > 0) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      wait(Math.max(1, left / 1_000_000));
    }
    return true;
  }
}
