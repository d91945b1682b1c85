package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Watch;

/// Gives back the memory of what is no longer used, at a moment in which nobody works in the
/// windows. Left alone, the collector looks at what has lived for a while only once half of the
/// heap is in use, and gives no memory back before. Belongs to the FX thread.
final class IdleGc {

  /// The young generation, which is collected anyway, and a little more.
  private static final long WORTHWHILE_BYTES = 64L << 20;

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  /// A user who never pauses gets it in the middle of their work, rather than never.
  private static final int LOOKS_BORNE = 10;

  private final LongSupplier usedBytes;
  private final BooleanSupplier isQuiet;
  private final Runnable collector;
  private long keptBytes;
  private int looksBorne;

  IdleGc(LongSupplier usedBytes, BooleanSupplier isQuiet, Runnable collector) {
    this.usedBytes = usedBytes;
    this.isQuiet = isQuiet;
    this.collector = collector;
  }

  static Watch<?> begin(BooleanSupplier isQuiet, Jobs jobs) {
    LongSupplier used =
        () -> Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    IdleGc rest = new IdleGc(used, isQuiet, System::gc);
    return jobs.watch(BETWEEN_LOOKS, used::getAsLong, _ -> rest.look());
  }

  /// Collects if that is worth it and does not disturb. The more is kept, the longer it takes, and
  /// the more must have gathered.
  void look() {
    long used = usedBytes.getAsLong();
    if (used - keptBytes < Math.max(WORTHWHILE_BYTES, keptBytes / 2)) {
      return;
    }
    if (isQuiet.getAsBoolean() || ++looksBorne > LOOKS_BORNE) {
      looksBorne = 0;
      collector.run();
      keptBytes = usedBytes.getAsLong();
    }
  }
}
