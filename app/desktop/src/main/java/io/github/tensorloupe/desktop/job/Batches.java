package io.github.tensorloupe.desktop.job;

import module java.base;

/// Collects results of background threads and delivers them in the foreground at a limited rate.
/// Thread-safe; all methods return immediately.
///
/// @param <T> the type of the results
public final class Batches<T> {

  static final long PAUSE_NANOS = 120_000_000;

  private final Executor foreground;
  private final Consumer<List<T>> onBatch;
  private final LongSupplier nanoTime;
  private List<T> waiting = new ArrayList<>();
  private long lastNanos;

  /// @param foreground executes the deliveries
  /// @param onBatch receives each batch and may keep it
  /// @param nanoTime a clock in nanoseconds, such as [System#nanoTime()]
  public Batches(Executor foreground, Consumer<List<T>> onBatch, LongSupplier nanoTime) {
    this.foreground = foreground;
    this.onBatch = onBatch;
    this.nanoTime = nanoTime;
    this.lastNanos = nanoTime.getAsLong() - PAUSE_NANOS;
  }

  public synchronized void add(T found) {
    waiting.add(found);
    tick();
  }

  /// Delivers pending results that are old enough. Call this often while no results arrive.
  public synchronized void tick() {
    if (nanoTime.getAsLong() - lastNanos >= PAUSE_NANOS) {
      flush();
    }
  }

  public synchronized void flush() {
    if (!waiting.isEmpty()) {
      List<T> batch = waiting;
      waiting = new ArrayList<>();
      lastNanos = nanoTime.getAsLong();
      foreground.execute(() -> onBatch.accept(batch));
    }
  }
}
