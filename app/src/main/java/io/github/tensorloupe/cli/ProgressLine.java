package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.Quantities;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.LongSupplier;

/// One line on standard error that says how far a long save is and is written over and over, if a
/// person looks at it. Thread-safe.
final class ProgressLine implements Progress, AutoCloseable {

  private static final long FIRST_AFTER_NANOS = 1_000_000_000;
  private static final long AGAIN_AFTER_NANOS = 200_000_000;
  private static final String ERASE = "\r\u001b[K";

  private final OutputStream err;
  private final boolean isWatched;
  private final LongSupplier nanoTime;
  private final long begin;
  private long nextNanos = FIRST_AFTER_NANOS;
  private boolean isShown;

  ProgressLine(Surroundings surroundings) {
    this(surroundings, System::nanoTime);
  }

  /// @param nanoTime gives the time in nanoseconds from any beginning
  ProgressLine(Surroundings surroundings, LongSupplier nanoTime) {
    this.err = surroundings.err();
    this.isWatched = surroundings.isErrWatched();
    this.nanoTime = nanoTime;
    this.begin = nanoTime.getAsLong();
  }

  @Override
  public synchronized void report(long done, long total) {
    long nanos = nanoTime.getAsLong() - begin;
    if (!isWatched || nanos < nextNanos || total == 0) {
      return;
    }
    nextNanos = nanos + AGAIN_AFTER_NANOS;
    write(ERASE + text(done, total, nanos));
    isShown = true;
  }

  private static String text(long done, long total, long nanos) {
    long bytesPerSecond = (long) (done / (nanos / 1e9));
    return String.format(
        Locale.ROOT,
        "%3d %% of %s, %s/s",
        (long) (100.0 * done / total),
        Quantities.bytes(total),
        Quantities.bytes(bytesPerSecond));
  }

  /// Takes the line away, so that something else can stand there.
  synchronized void clear() {
    if (isShown) {
      write(ERASE);
      isShown = false;
    }
  }

  private void write(String text) {
    try {
      err.write(text.getBytes(StandardCharsets.UTF_8));
      err.flush();
    } catch (IOException e) {
      // Nobody is left who could be told.
    }
  }

  @Override
  public void close() {
    clear();
  }
}
