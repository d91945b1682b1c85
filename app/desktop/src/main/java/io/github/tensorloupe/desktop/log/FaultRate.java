package io.github.tensorloupe.desktop.log;

import module java.base;

/// Keeps a fault that comes again and again, such as with every frame, from flooding whoever is
/// told of it. Thread-safe.
public final class FaultRate {

  public enum Verdict {
    /// It is new, or has not come for a while.
    TELL,
    /// It comes again, for the tenth, hundredth, thousandth ... time.
    COUNT,
    /// It has been told lately.
    IGNORE
  }

  private static final int FRAMES = 4;
  private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

  private record Seen(long count, long lastNanos) {}

  private final LongSupplier nanoTime;
  private final Map<String, Seen> kinds = new Recurring<>();

  /// @param nanoTime gives the time in nanoseconds from any beginning
  public FaultRate(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  public synchronized Verdict note(Throwable fault) {
    String kind = kindOf(fault);
    long now = nanoTime.getAsLong();
    Seen before = kinds.get(kind);
    boolean isNew = before == null || now - before.lastNanos() >= QUIET_NANOS;
    Seen seen = new Seen(isNew ? 1 : before.count() + 1, now);
    kinds.put(kind, seen);
    if (isNew) {
      return Verdict.TELL;
    }
    return Recurring.isWorthTelling(seen.count()) ? Verdict.COUNT : Verdict.IGNORE;
  }

  /// Since it was reported.
  public synchronized long count(Throwable fault) {
    Seen seen = kinds.get(kindOf(fault));
    return seen == null ? 0 : seen.count();
  }

  /// The messages of equal faults may differ, as where they name a size.
  private static String kindOf(Throwable fault) {
    return Stream.<Object>concat(
            Stream.of(fault.getClass().getName()), Stream.of(fault.getStackTrace()).limit(FRAMES))
        .map(Object::toString)
        .collect(Collectors.joining("|"));
  }
}
