package io.github.tensorloupe;

import io.github.tensorloupe.log.ProgramLog;
import io.github.tensorloupe.ui.job.ForegroundWatch.Stall;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Tells the log of times in which the window does not answer. On a busy computer there are many of
/// them: a few are told with what the program was doing, the others are counted. For one thread.
final class StallLog {

  /// What is told with its stack in a span.
  static final int TOLD = 3;

  static final Duration SPAN = Duration.ofMinutes(10);

  private final ProgramLog log;
  private final LongSupplier nanoTime;
  private long begunNanos;
  private int count;
  private Duration untold = Duration.ZERO;

  /// @param nanoTime gives the time in nanoseconds from any beginning
  StallLog(ProgramLog log, LongSupplier nanoTime) {
    this.log = log;
    this.nanoTime = nanoTime;
    begunNanos = nanoTime.getAsLong();
  }

  /// Takes in one of those times.
  void note(Stall stall) {
    if (nanoTime.getAsLong() - begunNanos >= SPAN.toNanos()) {
      beginAnew();
    }
    count++;
    if (count <= TOLD) {
      log.warning(
          "the window did not answer for %,d ms".formatted(stall.took().toMillis()),
          stall.asFailure());
    } else {
      untold = untold.plus(stall.took());
    }
  }

  private void beginAnew() {
    tellRest();
    begunNanos = nanoTime.getAsLong();
    count = 0;
    untold = Duration.ZERO;
  }

  /// Tells how often it was besides what has been told.
  void tellRest() {
    if (count > TOLD) {
      log.warning(
          "the window did not answer %,d more times, for %,d ms together"
              .formatted(count - TOLD, untold.toMillis()));
    }
  }
}
