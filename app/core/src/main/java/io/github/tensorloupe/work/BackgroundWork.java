package io.github.tensorloupe.work;

import module java.base;

/// A computation on its own thread. [#close] waits until the thread has terminated, so that the
/// caller can close the resources used by the computation.
public final class BackgroundWork<T> implements AutoCloseable {

  private final FutureTask<T> task;
  private final Thread thread;

  /// Starts a computation, which must terminate by itself or poll a [Cancellation].
  public BackgroundWork(Callable<T> work) {
    task = new FutureTask<>(work);
    thread = Thread.ofPlatform().daemon().name("tensorloupe-background").start(task);
  }

  /// Waits for the result.
  ///
  /// @throws UncheckedIOException if the computation threw an [IOException]; unchecked exceptions
  ///   are rethrown
  public T result() {
    close();
    if (task.state() == Future.State.SUCCESS) {
      return task.resultNow();
    }
    try {
      throw ParallelWork.rethrown(task.exceptionNow());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    await(thread);
  }

  /// Waits until a thread has terminated, even if interrupted, because the thread may still use
  /// buffers and files of the caller.
  static void await(Thread thread) {
    boolean isInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
