package io.github.tensorloupe.desktop.job;

import module java.base;

/// The work that changes files and has not ended yet, so that a program does not end in the middle
/// of it: what is stopped takes away what it has begun. Thread-safe.
public final class Writing {

  private int count;

  public synchronized void begin() {
    count++;
  }

  public synchronized void end() {
    count--;
    notifyAll();
  }

  /// Waits until there is none. Blocks.
  ///
  /// @param atMost for how long
  /// @return true if there is none
  /// @throws InterruptedException if the thread is interrupted
  public synchronized boolean await(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
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
