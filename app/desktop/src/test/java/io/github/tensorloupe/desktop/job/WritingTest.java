package io.github.tensorloupe.desktop.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WritingTest {

  private final List<Runnable> background = new ArrayList<>();
  private final Writing writing = new Writing();
  private final Jobs jobs = new Jobs(background::add, Runnable::run, writing);

  @Test
  void whoeverEndsTheProgramWaitsForWhatChangesFilesWhateverBecomesOfIt() throws Exception {
    jobs.startWriting("writing", (_, _) -> "written", _ -> {}, _ -> {});
    jobs.startWriting(
        "failing",
        (_, _) -> {
          throw new IllegalStateException("on purpose");
        },
        _ -> {},
        _ -> {});
    assertThat(writing.await(Duration.ZERO)).isFalse();

    Thread later = Thread.ofPlatform().start(() -> background.forEach(Runnable::run));

    assertThat(writing.await(Duration.ofSeconds(60))).isTrue();
    later.join();
  }

  @Test
  void readingJobsAreNotAwaited() throws Exception {
    jobs.start("reading", (_, _) -> "read", _ -> {}, _ -> {});

    assertThat(writing.await(Duration.ZERO)).isTrue();
  }
}
