package io.github.tensorloupe.cli;

/// An action that runs before the process ends, for example by Ctrl-C. The process waits for it.
final class ShutdownHook implements AutoCloseable {

  private final Thread thread;

  /// @param action runs on a separate thread
  ShutdownHook(Runnable action) {
    this.thread = Thread.ofPlatform().unstarted(action);
  }

  /// Registers the hook.
  ///
  /// @return false if the process is already ending
  boolean set() {
    try {
      Runtime.getRuntime().addShutdownHook(thread);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /// Removes the hook, unless the process is already ending.
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException e) {
      // The process is ending, and the action runs or has run.
    }
  }
}
