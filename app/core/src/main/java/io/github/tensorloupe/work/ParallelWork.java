package io.github.tensorloupe.work;

import module java.base;

/// Runs a task on several threads, which exist only during the call. A failure of one thread stops
/// the others.
public final class ParallelWork {

  private static final int MAX_THREADS = 8;

  private final Cancellation cancellation;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  public ParallelWork(Cancellation cancellation) {
    this.cancellation = cancellation;
  }

  /// Returns the useful number of threads: the number of processors, up to a limit beyond which
  /// memory bandwidth is the bottleneck.
  public static int defaultThreadCount() {
    return Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
  }

  /// Returns the number of threads for background work, which leaves one processor free if
  /// possible.
  public static int backgroundThreadCount() {
    return Math.max(1, defaultThreadCount() - 1);
  }

  private boolean isStopped() {
    return cancellation.isRequested() || failure.get() != null;
  }

  /// Throws an exception if the calling thread should stop.
  ///
  /// @throws CancellationException if the work was cancelled or another thread has failed
  public void check() {
    cancellation.check();
    if (failure.get() != null) {
      throw new CancellationException("another thread has failed");
    }
  }

  /// Runs the task on the given number of threads, including the calling thread. Returns when all
  /// threads have terminated.
  ///
  /// @throws IOException if it was the first failure of a thread; unchecked exceptions are rethrown
  public void run(int threadCount, IoRunnable work) throws IOException {
    List<Thread> others = new ArrayList<>();
    attempt(
        () -> {
          // If the operating system refuses another thread, the running ones are stopped.
          for (int i = 1; i < threadCount; i++) {
            Thread.Builder thread = Thread.ofPlatform().daemon().name("tensorloupe-scan-" + i);
            others.add(thread.start(() -> attempt(work)));
          }
          work.run();
        });
    others.forEach(BackgroundWork::await);
    if (failure.get() != null) {
      throw rethrown(failure.get());
    }
  }

  /// Throws a failure of another thread, or returns its wrapper if it is another checked exception.
  static IOException rethrown(Throwable failure) throws IOException {
    return switch (failure) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> new IOException(e);
    };
  }

  /// Processes the indexes from 0 to `count - 1` on several threads. Each thread takes the next
  /// index after it has processed one.
  ///
  /// @param progress reported in indexes
  /// @param worker creates the task of one thread
  public void forEach(
      int count, int threadCount, Progress progress, Supplier<IoConsumer<Integer>> worker)
      throws IOException {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    run(
        Math.clamp(count, 1, threadCount),
        () -> {
          IoConsumer<Integer> task = worker.get();
          for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
            check();
            task.accept(i);
            synchronized (done) {
              progress.report(done.incrementAndGet(), count);
            }
          }
        });
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
      // Threads that wait for the same result receive the same exception.
      if (!failure.compareAndSet(null, e)
          && failure.get() != e
          && !(e instanceof CancellationException)) {
        failure.get().addSuppressed(e);
      }
    }
  }
}
