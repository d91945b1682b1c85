package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.job.Jobs;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import org.testfx.util.WaitForAsyncUtils;

/// The pulses of JavaFX, which tests wait for instead of time. In each pulse, all windows apply
/// styles and layout, and animations advance.
public final class Pulses {

  /// One pulse may cause work for the next, such as the size of a pop-up window.
  private static final int PULSES_TO_SETTLE = 3;

  /// Pulses to wait for running jobs, some of which take long. Held jobs are not waited for.
  private static final int MAX_PULSES_FOR_JOBS = 60;

  private static final int SECONDS = 60;

  /// Weak references, so that the jobs of discarded windows are removed.
  private static final Set<Jobs> AWAITED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private Pulses() {}

  /// Waits until the FX thread has run all queued work and its consequences within a few pulses,
  /// and a few more pulses for running jobs of the window. Must not be called on the FX thread.
  ///
  /// @throws RuntimeException if a handler threw it in the meantime and it was not caught
  public static void settle() {
    int left = MAX_PULSES_FOR_JOBS;
    do {
      for (int i = 0; i < PULSES_TO_SETTLE; i++) {
        await();
      }
      left -= PULSES_TO_SETTLE;
    } while (left > 0 && anyJobRuns());
  }

  /// Waits for these jobs from now on.
  public static void trackJobs(Jobs jobs) {
    AWAITED.add(jobs);
  }

  /// Waits for no jobs from now on.
  static void awaitNoJobs() {
    AWAITED.clear();
  }

  private static boolean anyJobRuns() {
    return !AWAITED.isEmpty()
        && WaitForAsyncUtils.waitFor(
            WaitForAsyncUtils.asyncFx(() -> Set.copyOf(AWAITED).stream().anyMatch(Pulses::goOn)));
  }

  private static boolean goOn(Jobs jobs) {
    return jobs instanceof HeldJobs held ? held.hasUnheldJobs() : !jobs.running().isEmpty();
  }

  private static void await() {
    CountDownLatch passed = new CountDownLatch(1);
    WaitForAsyncUtils.asyncFx(() -> countDownAfterPulse(passed));
    try {
      if (!passed.await(SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the FX thread hangs");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// A timer runs at the start of a pulse, and `runLater` actions after its end.
  private static void countDownAfterPulse(CountDownLatch passed) {
    new AnimationTimer() {
      @Override
      public void handle(long now) {
        stop();
        Platform.runLater(passed::countDown);
      }
    }.start();
    Platform.requestNextPulse();
  }
}
