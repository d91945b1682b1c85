package io.github.tensorloupe.desktop.control.panel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.panel.StagedWork.RunResult;
import io.github.tensorloupe.desktop.control.panel.StagedWork.State;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.Job.EndedJob.JobResult;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class StagedWorkTest {

  private static final Path FILE = Path.of("written");

  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final Jobs jobs = new Jobs(waiting::add, Runnable::run);
  private final StagedWork<String> work = new StagedWork<>(jobs);
  private boolean failing;

  private void runJobs() {
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
  }

  private void planFailing() {
    failing = true;
    work.plan(
        "Plan",
        (_, _) -> {
          if (failing) {
            throw new IOException("broken");
          }
          return "plan";
        });
    runJobs();
  }

  private Optional<Failure> problem() {
    return ((State.Waiting<String>) work.stateProperty().get()).problem();
  }

  @Test
  void lastPlanIsShown() {
    work.plan("First", (_, _) -> "first");
    work.plan("Second", (_, _) -> "second");
    assertThat(work.stateProperty().get()).isEqualTo(new State.Planning<>("Second"));

    runJobs();

    assertThat(work.step()).contains("second");
  }

  @Test
  void failedPlanningCanBeRetried() {
    planFailing();
    assertThat(work.stateProperty().get())
        .isInstanceOfSatisfying(
            State.Unplanned.class, it -> assertThat(it.failure().doing()).isEqualTo("Plan"));

    failing = false;
    work.planAgain();
    runJobs();

    assertThat(work.step()).contains("plan");
  }

  @Test
  void planIsDroppedAfterClosing() {
    work.plan("Plan", (_, _) -> "plan");
    work.close();
    runJobs();

    assertThat(work.step()).isEmpty();
  }

  @Test
  void finishedRunReportsItsSentenceAndFile() {
    List<String> sentences = new ArrayList<>();
    work.onFinished(sentences::add);
    work.show("plan");

    work.run("Run", "stopped", (_, _) -> RunResult.finished("Written.", Optional.of(FILE)));
    assertThat(work.isRunning()).isTrue();
    runJobs();

    assertThat(sentences).containsExactly("Written.");
    assertThat(jobs.ended().getFirst().outcome()).isEqualTo(new JobOutcome.Done("Written."));
    assertThat(jobs.ended().getFirst().result()).contains(new JobResult.OnDisk(FILE));
  }

  @Test
  void failedRunLeadsBackToItsStep() {
    work.show("plan");
    work.run(
        "Run",
        "stopped",
        (_, _) -> {
          throw new IOException("no room");
        });
    runJobs();

    assertThat(work.step()).contains("plan");
    assertThat(problem().orElseThrow().cause()).containsInstanceOf(IOException.class);
    assertThat(problem().orElseThrow().doing()).isEqualTo("Run");

    work.show("other plan");
    assertThat(work.hasProblem()).isFalse();
  }

  @Test
  void stoppedRunLeadsBackToItsStep() {
    work.show("plan");
    work.run(
        "Run",
        "Stopped.",
        (cancellation, _) -> {
          cancellation.check();
          return RunResult.finished("Written.", Optional.empty());
        });

    work.stop();
    runJobs();

    assertThat(work.step()).contains("plan");
    assertThat(problem().orElseThrow().sentence()).hasToString("Stopped.");
    assertThat(jobs.ended().getFirst().outcome()).isEqualTo(new JobOutcome.Cancelled());
  }

  @Test
  void runCannotBeClosed() {
    work.show("plan");
    work.run(
        "Run", "", (_, _) -> RunResult.step("result", new JobOutcome.Done(""), Optional.empty()));

    work.close();
    assertThat(work.isRunning()).isTrue();
    runJobs();

    assertThat(work.step()).contains("result");
  }
}
