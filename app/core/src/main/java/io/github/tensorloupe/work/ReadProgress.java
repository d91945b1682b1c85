package io.github.tensorloupe.work;

import module java.base;

/// The combined progress of several reading threads. Thread-safe.
public final class ReadProgress {

  private final long byteCount;
  private final Progress progress;
  private final AtomicLong done = new AtomicLong();

  public ReadProgress(long byteCount, Progress progress) {
    this.byteCount = byteCount;
    this.progress = progress;
  }

  /// Adds a number of bytes and reports the sum.
  public void add(long bytes) {
    progress.report(done.addAndGet(bytes), byteCount);
  }
}
