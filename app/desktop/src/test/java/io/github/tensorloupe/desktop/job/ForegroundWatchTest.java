package io.github.tensorloupe.desktop.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ForegroundWatchTest {

  private static void blockUntil(CountDownLatch released) {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void overloadedMachineCausesNoStallReports() throws InterruptedException {
    BlockingQueue<ForegroundWatch.Stall> stalls = new LinkedBlockingQueue<>();
    Duration patience = Duration.ofMillis(20);
    CountDownLatch turns = new CountDownLatch(3);
    try (ExecutorService foreground = Executors.newSingleThreadExecutor();
        ForegroundWatch _ =
            ForegroundWatch.start(
                task -> {
                  // The watch itself is blocked, as in a stopped process.
                  LockSupport.parkNanos(3 * patience.toNanos());
                  foreground.execute(
                      () -> {
                        LockSupport.parkNanos(3 * patience.toNanos());
                        task.run();
                        turns.countDown();
                      });
                },
                Duration.ZERO,
                patience,
                Duration.ofMillis(1),
                stalls::add)) {
      turns.await();
    }

    assertThat(stalls).isEmpty();
  }

  @Test
  void unresponsiveThreadIsReportedWithItsStackTrace() throws InterruptedException {
    BlockingQueue<ForegroundWatch.Stall> stalls = new LinkedBlockingQueue<>();
    CountDownLatch answered = new CountDownLatch(1);
    try (ExecutorService foreground = Executors.newSingleThreadExecutor();
        ForegroundWatch _ =
            ForegroundWatch.start(
                task ->
                    foreground.execute(
                        () -> {
                          task.run();
                          answered.countDown();
                        }),
                Duration.ZERO,
                Duration.ofMillis(20),
                Duration.ofMillis(1),
                stalls::add)) {
      // The watch does not know the thread before its first answer.
      answered.await();
      ForegroundWatch.Stall stall = null;
      // On a busy machine the watch may oversleep, and reports nothing in this case.
      for (int i = 0; i < 100 && stall == null; i++) {
        CountDownLatch released = new CountDownLatch(1);
        foreground.execute(() -> blockUntil(released));
        Thread.sleep(200);
        released.countDown();
        stall = stalls.poll(200, TimeUnit.MILLISECONDS);
      }

      assertThat(stall.asFailure().getStackTrace())
          .anySatisfy(frame -> assertThat(frame.getMethodName()).isEqualTo("blockUntil"));
      assertThat(stall.took()).isPositive();
    }
  }
}
