package io.github.tensorloupe.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BackgroundWorkTest {

  @Test
  void theResultIsWaitedForWhileTheStarterWorksOn() {
    CountDownLatch latch = new CountDownLatch(1);
    try (BackgroundWork<String> work =
        new BackgroundWork<>(
            () -> {
              latch.await();
              return "done";
            })) {
      latch.countDown();
      assertThat(work.result()).isEqualTo("done");
    }
  }

  @Test
  void resultThrowsTheFailureOfTheWork() {
    CancellationException stop = new CancellationException();
    try (BackgroundWork<String> work =
        new BackgroundWork<>(
            () -> {
              throw stop;
            })) {
      assertThatThrownBy(work::result).isSameAs(stop);
    }
  }

  @Test
  void anExceptionOfReadingIsTheCause() {
    IOException failure = new IOException("no");
    try (BackgroundWork<String> work =
        new BackgroundWork<>(
            () -> {
              throw failure;
            })) {
      assertThatThrownBy(work::result).hasCause(failure);
    }
  }

  @Test
  void closingWaitsForTheEndAlsoWhereInterrupted() {
    AtomicBoolean ended = new AtomicBoolean();
    try (BackgroundWork<Boolean> _ =
        new BackgroundWork<>(
            () -> {
              Thread.sleep(50);
              ended.set(true);
              return true;
            })) {
      Thread.currentThread().interrupt();
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ended).isTrue();
  }
}
