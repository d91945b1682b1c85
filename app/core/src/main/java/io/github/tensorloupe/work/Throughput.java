package io.github.tensorloupe.work;

import module java.base;

/// The speed of a long computation, as an average since its beginning. Immutable.
///
/// @param done units finished so far, 0 or more
/// @param total units of the whole computation, 0 where that is not known
/// @param elapsedNanos time since the beginning in nanoseconds, 0 or more
public record Throughput(long done, long total, long elapsedNanos) {

  /// In less time than this, the first units tell nothing about the rest.
  private static final long MEANINGFUL_NANOS = 500_000_000;

  private static final double NANOS_PER_SECOND = 1e9;

  public Throughput {
    if (done < 0 || total < 0 || elapsedNanos < 0) {
      throw new IllegalArgumentException(
          "%d of %d after %d ns".formatted(done, total, elapsedNanos));
    }
  }

  /// Units per second; 0 where no time has gone by yet.
  public double perSecond() {
    return elapsedNanos == 0 ? 0 : done / (elapsedNanos / NANOS_PER_SECOND);
  }

  /// The seconds that the rest takes at this rate; empty where that cannot be told yet.
  public OptionalDouble secondsLeft() {
    return done == 0 || total < done || elapsedNanos < MEANINGFUL_NANOS
        ? OptionalDouble.empty()
        : OptionalDouble.of((total - done) / perSecond());
  }
}
