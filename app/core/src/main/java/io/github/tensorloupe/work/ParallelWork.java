package io.github.tensorloupe.work;

import module java.base;

/// Threads that do the same work side by side; where one fails, the others stop too. They live as
/// long as a call.
public final class ParallelWork {

  private static final int MOST_THREADS = 8;

  private final Cancellation cancellation;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  public ParallelWork(Cancellation cancellation) {
    this.cancellation = cancellation;
  }

  /// The number of threads that are worth while: one for each processor, up to a few, for more
  /// would only wait for the memory.
  public static int usualThreads() {
    return Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
  }

  /// The number of threads that may work for long while a person does other things: one of several
  /// processors is left to them.
  public static int threadsBesideOthers() {
    return Math.max(1, usualThreads() - 1);
  }

  private boolean isStopped() {
    return cancellation.isRequested() || failure.get() != null;
  }

  /// Stops the calling thread if the work was cancelled or another thread has failed.
  ///
  /// @throws CancellationException to stop it
  public void check() {
    cancellation.check();
    if (failure.get() != null) {
      throw new CancellationException("another thread has failed");
    }
  }

  /// Does the work on so many threads, the calling one among them. Returns when all have ended.
  ///
  /// @throws IOException what one of them has thrown first
  public void run(int threadCount, IoRunnable work) throws IOException {
    List<Thread> others = new ArrayList<>();
    attempt(
        () -> {
          // If the system gives no more threads, those that run are stopped and waited for.
          for (int i = 1; i < threadCount; i++) {
            others.add(
                Thread.ofPlatform()
                    .daemon()
                    .name("tensorloupe-scan-" + i)
                    .start(() -> attempt(work)));
          }
          work.run();
        });
    others.forEach(BackgroundWork::await);
    switch (failure.get()) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  private void attempt(IoRunnable work) {
    try {
      ScopedValue.where(Cancellation.OF_WORK, this::isStopped)
          .call(
              () -> {
                work.run();
                return null;
              });
    } catch (Throwable e) {
      if (!failure.compareAndSet(null, e) && !(e instanceof CancellationException)) {
        failure.get().addSuppressed(e);
      }
    }
  }
}
