package io.github.tensorloupe.desktop.shell;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import javafx.animation.PauseTransition;
import javafx.application.Platform;
import javafx.util.Duration;

/// Measures the response time of the FX thread: repeatedly runs an empty action on it and records
/// the longest delay.
final class FxWaits {

  /// The longest time for which the FX thread was continuously busy.
  ///
  /// @param processorNanos the longest processor time, which is more reliable than `nanos` if other
  ///   programs use the processor
  record Wait(long nanos, long processorNanos) {

    private static final Wait NONE = new Wait(0, 0);

    /// Reads the output of [#printed()].
    static Wait parse(String nanos, String processorNanos) {
      return new Wait(Long.parseLong(nanos), Long.parseLong(processorNanos));
    }

    /// Formats the wait as two words for another process.
    String printed() {
      return nanos + " " + processorNanos;
    }

    /// Returns the longer elapsed time and the longer processor time, independently: during the
    /// longest wait, another program may have used the processor.
    private static Wait longer(Wait one, Wait other) {
      return new Wait(
          Math.max(one.nanos, other.nanos), Math.max(one.processorNanos, other.processorNanos));
    }

    /// Returns the quantiles of the elapsed time and the processor time.
    ///
    /// @param share 0.5 for the median, 1 for the maximum
    static Wait quantile(List<Wait> waits, double share) {
      return new Wait(
          quantile(waits, Wait::nanos, share), quantile(waits, Wait::processorNanos, share));
    }

    private static long quantile(List<Wait> waits, ToLongFunction<Wait> part, double share) {
      int index = (int) Math.ceil(share * waits.size()) - 1;
      return waits.stream().mapToLong(part).sorted().toArray()[index];
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%4d ms, of the processor %4d ms",
          nanos / 1_000_000,
          processorNanos / 1_000_000);
    }
  }

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final AtomicReference<Wait> longest = new AtomicReference<>(Wait.NONE);

  /// Starts measuring. Must be called on the FX thread.
  FxWaits() {
    long watched = Thread.currentThread().threadId();
    Thread.ofPlatform().daemon().start(() -> watch(watched));
  }

  private void watch(long thread) {
    while (true) {
      long processorBegin = THREADS.getThreadCpuTime(thread);
      long begin = System.nanoTime();
      AtomicLong answered = new AtomicLong();
      Platform.runLater(() -> answered.set(System.nanoTime()));
      while (answered.get() == 0) {
        pause();
      }
      Wait wait =
          new Wait(answered.get() - begin, THREADS.getThreadCpuTime(thread) - processorBegin);
      longest.accumulateAndGet(wait, Wait::longer);
      pause();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Discards the waits so far.
  void reset() {
    longest.set(Wait.NONE);
  }

  /// Returns the longest wait since [#reset()].
  Wait longest() {
    return longest.get();
  }

  /// Runs an action after a pause. Must be called on the FX thread.
  static void after(Duration pause, Runnable action) {
    PauseTransition waiting = new PauseTransition(pause);
    waiting.setOnFinished(_ -> action.run());
    waiting.play();
  }
}
