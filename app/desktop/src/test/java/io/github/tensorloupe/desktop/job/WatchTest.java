package io.github.tensorloupe.desktop.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchTest {

  private final BlockingQueue<Runnable> foreground = new LinkedBlockingQueue<>();
  private final AtomicInteger lookCount = new AtomicInteger();
  private final List<Integer> results = new ArrayList<>();

  private void runNext() throws InterruptedException {
    Runnable next = foreground.poll(20, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    next.run();
  }

  @Test
  void everyPollIsReported() throws InterruptedException {
    try (Watch<Integer> _ =
        Watch.start(
            foreground::add, Duration.ofMillis(1), lookCount::incrementAndGet, results::add)) {
      runNext();
      runNext();
    }

    assertThat(results).containsExactly(1, 2);
  }

  @Test
  void closedWatchReportsNothing() throws InterruptedException {
    Watch<Integer> watch =
        Watch.start(
            foreground::add, Duration.ofMillis(1), lookCount::incrementAndGet, results::add);
    Runnable waiting = foreground.poll(20, TimeUnit.SECONDS);
    watch.close();

    waiting.run();

    assertThat(results).isEmpty();
  }
}
