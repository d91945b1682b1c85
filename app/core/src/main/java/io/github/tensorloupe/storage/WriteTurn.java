package io.github.tensorloupe.storage;

import module java.base;

/// Lets one process, and one thread of it, at a time read a file, change what it says and write it
/// again, so that nothing is lost that another one has just put there.
final class WriteTurn {

  /// Reads, changes and writes.
  @FunctionalInterface
  interface Step {
    void run() throws IOException;
  }

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final long PAUSE_MILLISECONDS = 5;

  /// Held while the lock file is open in this process: on POSIX systems a process loses its lock on
  /// a file as soon as it closes any channel to it, also in another thread.
  private static final Object THIS_PROCESS = new Object();

  private WriteTurn() {}

  /// Does it when nobody else does.
  ///
  /// Where that cannot be told, because locks are not supported there or somebody has held one for
  /// seconds, it is done all the same: to lose a line of a list is better than to hang.
  ///
  /// @param lock a file beside the one that is changed; it is made and stays
  static void take(Path lock, Step step) throws IOException {
    synchronized (THIS_PROCESS) {
      try (FileChannel channel = open(lock);
          FileLock _ = wait(channel)) {
        step.run();
      }
    }
  }

  private static FileChannel open(Path lock) {
    try {
      return FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      return null;
    }
  }

  private static FileLock wait(FileChannel channel) {
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    try {
      FileLock lock = null;
      while (channel != null && lock == null && System.nanoTime() < end) {
        lock = channel.tryLock();
        if (lock == null) {
          Thread.sleep(PAUSE_MILLISECONDS);
        }
      }
      return lock;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
