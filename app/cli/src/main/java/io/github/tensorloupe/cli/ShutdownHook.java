package io.github.tensorloupe.cli;

/// An action that the process runs and waits for before it terminates, for example after Ctrl-C.
final class ShutdownHook implements AutoCloseable {

  private final Thread thread;

  /// @param action runs on a separate thread
  ShutdownHook(Runnable action) {
    this.thread = Thread.ofPlatform().unstarted(action);
  }

  /// Registers the action. Returns false if the process is already terminating.
  boolean set() {
    try {
      Runtime.getRuntime().addShutdownHook(thread);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /// Unregisters the action, unless the process is already terminating.
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException e) {
      // The process is terminating, so the action is running or has run.
    }
  }
}
