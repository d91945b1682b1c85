package io.github.tensorloupe.work;

import module java.base;

/// The average throughput of a computation since its start.
///
/// @param done the number of completed units, at least 0
/// @param total the total number of units, or 0 if unknown
/// @param elapsedNanos the time since the start in nanoseconds, at least 0
public record Throughput(long done, long total, long elapsedNanos) {

  /// The minimum elapsed time in nanoseconds for an estimate of the remaining time.
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

  /// Returns the estimated remaining time in seconds, or empty if it cannot be estimated yet.
  public OptionalDouble secondsLeft() {
    return done == 0 || total < done || elapsedNanos < MEANINGFUL_NANOS
        ? OptionalDouble.empty()
        : OptionalDouble.of((total - done) / perSecond());
  }
}
