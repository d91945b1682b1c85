package io.github.tensorloupe.desktop.job;

import module java.base;

/// Collects what background threads find, and hands it over in the foreground some times a second
/// at most. Thread-safe; every call returns at once.
///
/// @param <T> what is found
public final class Batches<T> {

  static final long PAUSE_NANOS = 120_000_000;

  private final Executor foreground;
  private final Consumer<List<T>> onBatch;
  private final LongSupplier nanoTime;
  private List<T> waiting = new ArrayList<>();
  private long lastNanos;

  /// @param foreground runs what takes the batches
  /// @param onBatch receives each batch, which it may keep
  /// @param nanoTime gives the time in nanoseconds from any beginning
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

  /// Hands over what has waited long enough. To be called often while nothing is found.
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
