package io.github.tensorloupe.cli;

/// Something to be done before the process ends in order, as by Ctrl-C. The process waits for it.
final class ExitHook implements AutoCloseable {

  private final Thread thread;

  /// @param action run by a thread of its own
  ExitHook(Runnable action) {
    this.thread = Thread.ofPlatform().unstarted(action);
  }

  /// Takes effect from now on.
  ///
  /// @return false if it is too late, because the process is about to end already
  boolean set() {
    try {
      Runtime.getRuntime().addShutdownHook(thread);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /// Takes no effect any more, unless the process is about to end already.
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException e) {
      // The process ends, and the action is run or was.
    }
  }
}
