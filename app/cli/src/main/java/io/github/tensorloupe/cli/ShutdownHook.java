package io.github.tensorloupe.cli;

/// An action to run before the process ends, as by Ctrl-C. The process waits for it.
final class ShutdownHook implements AutoCloseable {

  private final Thread thread;

  /// @param action run by a thread of its own
  ShutdownHook(Runnable action) {
    this.thread = Thread.ofPlatform().unstarted(action);
  }

  /// Takes effect from now on.
  ///
  /// @return false if the process is about to end already
  boolean set() {
    try {
      Runtime.getRuntime().addShutdownHook(thread);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /// Removes the hook, unless the process is about to end already.
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException e) {
      // The process is about to end; the action runs or has run.
    }
  }
}
