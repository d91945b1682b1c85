package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Watch;

/// Returns unused memory to the operating system while the user is idle. By itself, the garbage
/// collector examines long-lived objects only once half of the heap is in use, and uncommits no
/// memory before. Belongs to the FX thread.
final class IdleGc {

  /// A little more than the young generation, which is collected anyway.
  private static final long WORTHWHILE_BYTES = 64L << 20;

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  /// Then the collection runs even though the user is not idle.
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

  /// Collects garbage if enough memory has been allocated and the user is idle. The threshold grows
  /// with the retained memory, which makes a collection slower.
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
