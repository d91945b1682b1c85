package io.github.tensorloupe.work;

import module java.base;

/// Adds up what several threads have read. Thread-safe.
public final class ReadProgress {

  private final long byteCount;
  private final Progress progress;
  private final AtomicLong done = new AtomicLong();

  public ReadProgress(long byteCount, Progress progress) {
    this.byteCount = byteCount;
    this.progress = progress;
  }

  /// Adds bytes that have been read, and reports all of them.
  public void add(long bytes) {
    progress.report(done.addAndGet(bytes), byteCount);
  }
}
