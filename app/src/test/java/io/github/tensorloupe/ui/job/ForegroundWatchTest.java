package io.github.tensorloupe.ui.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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
  void aThreadThatDoesNotAnswerIsToldWithWhatItWasDoing() throws InterruptedException {
    BlockingQueue<ForegroundWatch.Stall> stalls = new LinkedBlockingQueue<>();
    CountDownLatch released = new CountDownLatch(1);
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
      // The thread is not known before it has answered once.
      answered.await();
      foreground.execute(() -> blockUntil(released));
      Thread.sleep(200);
      released.countDown();

      ForegroundWatch.Stall stall = stalls.poll(20, TimeUnit.SECONDS);
      assertThat(stall.asFailure().getStackTrace())
          .anySatisfy(frame -> assertThat(frame.getMethodName()).isEqualTo("blockUntil"));
      assertThat(stall.took()).isPositive();
    }
  }
}
