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

/// The pulses of JavaFX, which a test waits for instead of for time. In each of them all windows
/// get their styles and their layout, and what animates moves on.
public final class Pulses {

  /// What one pulse makes due, as the size of a window that pops up, is settled by the next.
  private static final int TO_SETTLE = 3;

  /// As many are given to jobs to end. Some take long; those that are held on purpose get none.
  private static final int FOR_JOBS = 30;

  private static final int SECONDS = 60;

  /// Those of windows that nothing else holds any more are forgotten.
  private static final Set<Jobs> AWAITED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private Pulses() {}

  /// Waits until the FX thread has done what it was asked so far and what follows from that within
  /// a few pulses, and a few more for jobs of the window that run. Not for the FX thread.
  ///
  /// @throws RuntimeException that a handler threw meanwhile and nobody caught
  public static void settle() {
    int left = FOR_JOBS;
    do {
      for (int i = 0; i < TO_SETTLE; i++) {
        await();
      }
      left -= TO_SETTLE;
    } while (left > 0 && anyJobRuns());
  }

  /// From now on these jobs are given time to end.
  public static void awaitAlso(Jobs jobs) {
    AWAITED.add(jobs);
  }

  /// No job is given time any more.
  static void awaitNoJobs() {
    AWAITED.clear();
  }

  private static boolean anyJobRuns() {
    return !AWAITED.isEmpty()
        && WaitForAsyncUtils.waitFor(
            WaitForAsyncUtils.asyncFx(() -> Set.copyOf(AWAITED).stream().anyMatch(Pulses::goOn)));
  }

  private static boolean goOn(Jobs jobs) {
    return jobs instanceof HeldJobs held ? held.goOn() : !jobs.running().isEmpty();
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

  /// A timer runs at the beginning of a pulse, and what is run later after its end.
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
