package io.github.tensorloupe.work;

import module java.base;

/// Work that a thread of its own does while its starter does something else. Closing it waits for
/// its end, so that nothing is closed under it.
public final class BackgroundWork<T> implements AutoCloseable {

  private final FutureTask<T> task;
  private final Thread thread;

  /// Starts work, which must end by itself or ask a cancellation.
  public BackgroundWork(Callable<T> work) {
    task = new FutureTask<>(work);
    thread = Thread.ofPlatform().daemon().name("tensorloupe-beside").start(task);
  }

  /// Waits for the result of the work.
  ///
  /// @throws UncheckedIOException if the work has thrown an [IOException]; what is unchecked is
  ///   thrown as it is
  public T result() {
    close();
    if (task.state() == Future.State.SUCCESS) {
      return task.resultNow();
    }
    throw switch (task.exceptionNow()) {
      case IOException failure -> new UncheckedIOException(failure);
      case RuntimeException unchecked -> unchecked;
      case Error error -> throw error;
      case Throwable checked -> new IllegalStateException(checked);
    };
  }

  @Override
  public void close() {
    await(thread);
  }

  /// Waits for the end of a thread, also where the waiting one is interrupted: buffers and files
  /// are not to be closed under it.
  static void await(Thread thread) {
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
