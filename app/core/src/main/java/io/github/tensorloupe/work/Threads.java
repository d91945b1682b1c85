package io.github.tensorloupe.work;

/// Waiting for threads.
public final class Threads {

  private Threads() {}

  /// Waits for the end of a thread, also where the waiting one is interrupted: buffers and files
  /// are not to be closed under it.
  public static void await(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
