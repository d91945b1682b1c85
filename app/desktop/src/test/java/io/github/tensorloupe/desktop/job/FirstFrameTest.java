package io.github.tensorloupe.desktop.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.work.Cancellation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FirstFrameTest {

  @Test
  void whatWaitsIsDoneInItsOrderOnceTheWindowIsInSight() {
    List<String> done = new ArrayList<>();
    FirstFrame sight = new FirstFrame();
    sight.runAfter(() -> done.add("first"));
    sight.runAfter(() -> done.add("second"));
    assertThat(done).isEmpty();

    sight.markShown();
    sight.markShown();

    assertThat(done).containsExactly("first", "second");
  }

  @Test
  void nothingWaitsForAWindowThatIsInSight() {
    List<String> done = new ArrayList<>();
    FirstFrame.shown().runAfter(() -> done.add("at once"));
    FirstFrame.shown().await(Cancellation.NEVER);

    assertThat(done).containsExactly("at once");
  }

  @Test
  void jobContinuesWhenTheWindowIsShown() {
    FirstFrame sight = new FirstFrame();
    CompletableFuture<Void> job = CompletableFuture.runAsync(() -> sight.await(Cancellation.NEVER));
    assertThat(job).isNotDone();

    sight.markShown();

    assertThat(job).succeedsWithin(Duration.ofSeconds(30));
  }

  @Test
  void aJobThatWaitsCanBeStopped() {
    assertThatThrownBy(() -> new FirstFrame().await(() -> true))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void jobStartsEvenIfTheWindowIsNeverShown() {
    new FirstFrame().await(Cancellation.NEVER);
  }
}
