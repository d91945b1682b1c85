package io.github.tensorloupe.work;

import module java.base;

/// The average speed of a computation since its start.
///
/// @param done number of finished units, at least 0
/// @param total number of units of the whole computation, or 0 if unknown
/// @param elapsedNanos time since the start in nanoseconds, at least 0
public record Throughput(long done, long total, long elapsedNanos) {

  /// Minimum elapsed time for an estimate of the remaining time.
  private static final long MEANINGFUL_NANOS = 500_000_000;

  private static final double NANOS_PER_SECOND = 1e9;

  public Throughput {
    if (done < 0 || total < 0 || elapsedNanos < 0) {
      throw new IllegalArgumentException(
          "%d of %d after %d ns".formatted(done, total, elapsedNanos));
    }
  }

  /// Returns the units per second, or 0 if no time has elapsed.
  public double perSecond() {
    return elapsedNanos == 0 ? 0 : done / (elapsedNanos / NANOS_PER_SECOND);
  }

  /// Returns the estimated remaining seconds, or empty if no estimate is possible yet.
  public OptionalDouble secondsLeft() {
    return done == 0 || total < done || elapsedNanos < MEANINGFUL_NANOS
        ? OptionalDouble.empty()
        : OptionalDouble.of((total - done) / perSecond());
  }
}
