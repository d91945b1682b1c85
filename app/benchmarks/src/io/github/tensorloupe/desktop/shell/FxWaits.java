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

/// Watches how long the FX thread lets others wait: asks it for a sign, again and again, and notes
/// the longest wait for one.
final class FxWaits {

  /// The longest time that the FX thread was busy at a stretch.
  ///
  /// @param processorNanos the most that it computed at a stretch, which is the figure to go by
  ///   where other programs have the processor too
  record Wait(long nanos, long processorNanos) {

    private static final Wait NONE = new Wait(0, 0);

    /// Reads what [#printed()] has written.
    static Wait parse(String nanos, String processorNanos) {
      return new Wait(Long.parseLong(nanos), Long.parseLong(processorNanos));
    }

    /// For another process, which reads it as two words.
    String printed() {
      return nanos + " " + processorNanos;
    }

    /// By the clock and by the processor, each by itself: the longest wait may be one in which
    /// another program had the processor.
    private static Wait longer(Wait one, Wait other) {
      return new Wait(
          Math.max(one.nanos, other.nanos), Math.max(one.processorNanos, other.processorNanos));
    }

    /// A quantile of waits, by the clock and by the processor.
    ///
    /// @param share 0.5 for the median, 1 for the worst
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

  /// Begins to watch. FX thread.
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

  /// Forgets the waits so far.
  void reset() {
    longest.set(Wait.NONE);
  }

  /// The longest wait since [#reset()].
  Wait longest() {
    return longest.get();
  }

  /// Does something after a pause. FX thread.
  static void after(Duration pause, Runnable action) {
    PauseTransition waiting = new PauseTransition(pause);
    waiting.setOnFinished(_ -> action.run());
    waiting.play();
  }
}
