package io.github.tensorloupe.work;

import module java.base;

/// Runs the same task on several threads. If one fails, the others stop. The threads exist only
/// during the call.
public final class ParallelWork {

  private static final int MAX_THREADS = 8;

  private final Cancellation cancellation;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  public ParallelWork(Cancellation cancellation) {
    this.cancellation = cancellation;
  }

  /// Returns the useful number of threads: one per processor, up to a maximum beyond which memory
  /// bandwidth is the limit.
  public static int defaultThreadCount() {
    return Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
  }

  /// Returns the number of threads for long background work. Leaves one processor to interactive
  /// tasks, if possible.
  public static int backgroundThreadCount() {
    return Math.max(1, defaultThreadCount() - 1);
  }

  private boolean isStopped() {
    return cancellation.isRequested() || failure.get() != null;
  }

  /// Stops the calling thread if the work was cancelled or another thread has failed.
  ///
  /// @throws CancellationException if the thread should stop
  public void check() {
    cancellation.check();
    if (failure.get() != null) {
      throw new CancellationException("another thread has failed");
    }
  }

  /// Runs the task on the given number of threads, including the calling one. Returns when all have
  /// ended.
  ///
  /// @throws IOException if a thread threw it first
  public void run(int threadCount, IoRunnable work) throws IOException {
    List<Thread> others = new ArrayList<>();
    attempt(
        () -> {
          // If the system refuses to start more threads, the running ones are stopped and awaited.
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

  /// Processes the indexes from 0 to `count - 1`, like [#run]. Each thread processes the next index
  /// when it has finished one.
  ///
  /// @param progress in indexes
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
      // Several threads may wait for the same result, and then get the same exception.
      if (!failure.compareAndSet(null, e)
          && failure.get() != e
          && !(e instanceof CancellationException)) {
        failure.get().addSuppressed(e);
      }
    }
  }
}
