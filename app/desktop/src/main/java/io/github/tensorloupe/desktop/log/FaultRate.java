package io.github.tensorloupe.desktop.log;

import module java.base;

/// Limits the reports of a recurring fault, such as one per frame. Thread-safe.
public final class FaultRate {

  public enum Verdict {
    /// A new fault, or one that did not occur for a while.
    REPORT,
    /// The tenth, hundredth, thousandth … occurrence.
    COUNT,
    /// Reported recently.
    IGNORE
  }

  private static final int FRAMES = 4;
  private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

  private record FaultCount(long count, long lastNanos) {}

  private final LongSupplier nanoTime;
  private final Map<String, FaultCount> kinds = new Recurring<>();

  /// @param nanoTime a clock in nanoseconds, such as [System#nanoTime()]
  public FaultRate(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  public synchronized Verdict note(Throwable fault) {
    String kind = kindOf(fault);
    long now = nanoTime.getAsLong();
    FaultCount before = kinds.get(kind);
    boolean isNew = before == null || now - before.lastNanos() >= QUIET_NANOS;
    FaultCount faultCount = new FaultCount(isNew ? 1 : before.count() + 1, now);
    kinds.put(kind, faultCount);
    if (isNew) {
      return Verdict.REPORT;
    }
    return Recurring.isPowerOfTen(faultCount.count()) ? Verdict.COUNT : Verdict.IGNORE;
  }

  /// Returns the number of occurrences since the last report.
  public synchronized long count(Throwable fault) {
    FaultCount faultCount = kinds.get(kindOf(fault));
    return faultCount == null ? 0 : faultCount.count();
  }

  /// Messages are not compared, because they may contain sizes.
  private static String kindOf(Throwable fault) {
    return Stream.<Object>concat(
            Stream.of(fault.getClass().getName()), Stream.of(fault.getStackTrace()).limit(FRAMES))
        .map(Object::toString)
        .collect(Collectors.joining("|"));
  }
}
