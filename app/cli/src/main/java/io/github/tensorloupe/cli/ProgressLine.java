package io.github.tensorloupe.cli;

import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.Throughput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;

/// One line on standard error that says how far a long command is and is written over and over, if
/// a person looks at it. It is gone whenever something else is printed, and when the process ends.
/// Thread-safe.
final class ProgressLine implements Progress, AutoCloseable {

  private static final long FIRST_AFTER_NANOS = 1_000_000_000;
  private static final long AGAIN_AFTER_NANOS = 200_000_000;
  private static final String ERASE = "\r\u001b[K";

  // A terminal that is narrower than was thought shows less of the line, and no second one.
  private static final String WRAP_OFF = "\u001b[?7l";
  private static final String WRAP_ON = "\u001b[?7h";

  private final Surroundings surroundings;
  private final LongSupplier nanoTime;
  private final ExitHook hook = new ExitHook(this::end);
  private long begin;
  private long nextNanos = FIRST_AFTER_NANOS;
  private boolean hasBegun;
  private boolean isHooked;
  private boolean isShown;
  private boolean isOver;

  ProgressLine(Surroundings surroundings) {
    this(surroundings, System::nanoTime);
  }

  /// @param nanoTime gives the time in nanoseconds from any beginning
  ProgressLine(Surroundings surroundings, LongSupplier nanoTime) {
    this.surroundings = surroundings;
    this.nanoTime = nanoTime;
  }

  /// The same surroundings with streams that take the line away before they write anything.
  Surroundings surroundings() {
    return surroundings.isErrWatched()
        ? surroundings.withStreams(clearing(surroundings.out()), clearing(surroundings.err()))
        : surroundings;
  }

  private OutputStream clearing(OutputStream stream) {
    return new PreparedStream(stream, this::clear);
  }

  /// {@inheritDoc} The time begins with the first report.
  @Override
  public synchronized void report(long done, long total) {
    if (!surroundings.isErrWatched() || isOver || done < 0 || total <= 0) {
      return;
    }
    long now = nanoTime.getAsLong();
    if (!hasBegun) {
      hasBegun = true;
      begin = now;
    }
    long nanos = now - begin;
    if (nanos >= nextNanos && isHooked()) {
      nextNanos = nanos + AGAIN_AFTER_NANOS;
      Throughput throughput = new Throughput(done, total, nanos);
      String text = new ProgressText(surroundings.columns()).of(throughput);
      write(ERASE + WRAP_OFF + text + WRAP_ON);
      isShown = true;
    }
  }

  private boolean isHooked() {
    if (!isHooked) {
      isHooked = hook.set();
      isOver = !isHooked;
    }
    return isHooked;
  }

  /// Takes the line away, so that something else can stand there.
  synchronized void clear() {
    if (isShown) {
      write(ERASE);
      isShown = false;
    }
  }

  private synchronized void end() {
    clear();
    isOver = true;
  }

  private void write(String text) {
    try {
      surroundings.err().write(text.getBytes(StandardCharsets.UTF_8));
      surroundings.err().flush();
    } catch (IOException e) {
      // Nobody is left who could be told.
    }
  }

  /// Takes the line away for good.
  @Override
  public void close() {
    end();
    hook.close();
  }
}
