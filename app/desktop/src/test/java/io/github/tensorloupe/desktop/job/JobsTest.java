package io.github.tensorloupe.desktop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs.UnshownResultException;
import io.github.tensorloupe.model.FileClosedException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class JobsTest {

  private final Queue<Runnable> background = new ArrayDeque<>();
  private final Queue<Runnable> foreground = new ArrayDeque<>();
  private final Jobs jobs = new Jobs(background::add, foreground::add);
  private final List<Object> events = new ArrayList<>();

  private void runAll() {
    while (!background.isEmpty() || !foreground.isEmpty()) {
      (background.isEmpty() ? foreground : background).remove().run();
    }
  }

  @Test
  void resultsArriveInTheForeground() {
    jobs.start("sum", (_, _) -> 42, events::add, events::add);

    background.remove().run();
    assertThat(events).isEmpty();

    runAll();
    assertThat(events).containsExactly(42);
  }

  @Test
  void failuresArriveInTheForeground() {
    IllegalStateException failure = new IllegalStateException("broken");
    jobs.start(
        "fail",
        (_, _) -> {
          throw failure;
        },
        events::add,
        events::add);
    runAll();

    assertThat(events).containsExactly(failure);
  }

  @Test
  void resultsOfCancelledJobsAreDropped() {
    Job job = jobs.start("sum", (_, _) -> 42, events::add, events::add);
    background.remove().run();
    job.cancel();
    runAll();

    assertThat(events).isEmpty();
    assertThat(jobs.running()).isEmpty();
  }

  @Test
  void resultsThatAreDroppedAreClosedInTheBackground() {
    AutoCloseable result = () -> events.add("closed");
    Job job = jobs.start("open", (_, _) -> result, events::add, events::add);
    background.remove().run();
    job.cancel();
    foreground.remove().run();
    assertThat(events).isEmpty();

    runAll();
    assertThat(events).containsExactly("closed");
  }

  @Test
  void failuresOfCancelledJobsAreDropped() {
    Job job =
        jobs.start(
            "fail",
            (_, _) -> {
              throw new IllegalStateException("broken");
            },
            events::add,
            events::add);
    job.cancel();
    runAll();

    assertThat(events).isEmpty();
  }

  @Test
  void workWhoseFileWasClosedIsStoppedAndNotFailed() {
    Work<Object> reading =
        (_, _) -> {
          throw new FileClosedException(Path.of("a.safetensors"), new ClosedChannelException());
        };
    jobs.start("read", reading, events::add, events::add);
    runAll();
    assertThat(events).isEmpty();
    assertThat(jobs.ended()).noneMatch(each -> each.outcome() instanceof JobOutcome.Failed);

    jobs.startWriting("save", reading, events::add, events::add);
    runAll();
    assertThat(jobs.ended().getFirst().outcome()).isInstanceOf(JobOutcome.Failed.class);
  }

  @Test
  void progressBetweenTwoFramesIsReportedOnce() {
    Job job =
        jobs.start(
            "count",
            (_, progress) -> {
              for (int i = 1; i <= 1000; i++) {
                progress.report(i, 1000);
              }
              return "done";
            },
            events::add,
            events::add);
    job.progressProperty().subscribe(value -> events.add(value));
    runAll();

    assertThat(events).containsExactly(Job.INDETERMINATE, 1.0, "done");
  }

  @Test
  void idleIsWaitedForUntilTheLastJobEnds() {
    jobs.start(
        "outer",
        (_, _) -> "outer",
        outer -> {
          events.add(outer);
          jobs.start("inner", (_, _) -> "inner", events::add, events::add);
        },
        events::add);
    jobs.whenIdle(() -> events.add("idle"));
    runAll();

    assertThat(events).containsExactly("outer", "inner", "idle");
  }

  @Test
  void unreferencedListOfRunningJobsStillNotifiesListeners() {
    jobs.running().subscribe(() -> events.add(jobs.running().size()));
    System.gc();

    jobs.start("sum", (_, _) -> 42, _ -> {}, events::add);
    runAll();

    assertThat(events).containsExactly(1, 0);
  }

  @Test
  void idleIsWaitedForWhileSeveralJobsEndOneAfterTheOther() {
    jobs.start("first", (_, _) -> "first", events::add, events::add);
    jobs.start("second", (_, _) -> "second", events::add, events::add);
    jobs.whenIdle(() -> events.add("idle"));
    runAll();

    assertThat(events).containsExactly("first", "second", "idle");
  }

  private void runAllWithFaults(List<Throwable> faults) {
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    thread.setUncaughtExceptionHandler((_, fault) -> faults.add(fault));
    try {
      runAll();
    } finally {
      thread.setUncaughtExceptionHandler(before);
    }
  }

  @Test
  void aResultThatCannotBeShownIsReportedOnceAndEndsTheJob() {
    List<Throwable> faults = new ArrayList<>();
    IllegalStateException broken = new IllegalStateException("broken view");
    jobs.start(
        "sum",
        (_, _) -> 42,
        _ -> {
          throw broken;
        },
        events::add);
    jobs.start("other", (_, _) -> "other", events::add, events::add);

    runAllWithFaults(faults);

    assertThat(faults).isEmpty();
    assertThat(events).hasSize(2);
    assertThat((Throwable) events.getFirst())
        .isInstanceOf(UnshownResultException.class)
        .hasCause(broken);
    assertThat(events.getLast()).isEqualTo("other");
    assertThat(jobs.running()).isEmpty();
    assertThat(jobs.ended().getFirst().outcome()).isInstanceOf(JobOutcome.Failed.class);
  }

  @Test
  void aResultAndAFailureThatCannotBeShownAreOneFault() {
    List<Throwable> faults = new ArrayList<>();
    jobs.start(
        "sum",
        (_, _) -> 42,
        _ -> {
          throw new IllegalStateException("broken view");
        },
        failure -> {
          throw new IllegalStateException("broken pane", failure);
        });

    runAllWithFaults(faults);

    assertThat(faults).hasSize(1);
    assertThat(faults.getFirst()).hasMessage("broken pane").hasRootCauseMessage("broken view");
    assertThat(jobs.ended()).hasSize(1);
  }

  @Test
  void aFailureThatCannotBeShownEndsTheJobAllTheSame() {
    List<Throwable> faults = new ArrayList<>();
    jobs.startWriting(
        "save",
        (_, _) -> {
          throw new IllegalStateException("full disk");
        },
        events::add,
        _ -> {
          throw new IllegalStateException("broken view");
        });

    runAllWithFaults(faults);

    assertThat(faults).hasSize(1);
    assertThat(jobs.running()).isEmpty();
    assertThat(((JobOutcome.Failed) jobs.ended().getFirst().outcome()).cause())
        .hasMessage("full disk");
  }

  @Test
  void whatFailedAndWhatChangedFilesIsListedTheLatestFirst() {
    jobs.start("short", (_, _) -> 1, events::add, events::add);
    jobs.startWriting("save", (_, _) -> 2, events::add, events::add)
        .about("model.safetensors")
        .withMessage(() -> "It is saved after " + events.size() + " results.");
    jobs.start(
        "fail",
        (_, _) -> {
          throw new IllegalStateException("broken");
        },
        events::add,
        _ -> {});
    runAll();

    assertThat(jobs.ended()).extracting(EndedJob::title).containsExactly("fail", "save");
    assertThat(jobs.ended().getLast().outcome())
        .isEqualTo(new JobOutcome.Done("It is saved after 2 results."));
    assertThat(jobs.ended().getLast().about()).contains("model.safetensors");
  }

  @Test
  void aStoppedSaveIsNotAFailureIfTheCallerHandlesIt() {
    jobs.startWriting(
            "save",
            (cancellation, _) -> {
              cancellation.check();
              return "saved";
            },
            events::add,
            events::add,
            () -> events.add("stopped"))
        .cancel();
    runAll();

    assertThat(events).containsExactly("stopped");
  }

  @Test
  void aSaveThatWasStoppedIsListedAsStopped() {
    Job job =
        jobs.startWriting(
            "save",
            (cancellation, _) -> {
              cancellation.check();
              return "saved";
            },
            events::add,
            _ -> {});
    job.cancel();
    runAll();

    assertThat(jobs.ended().getFirst().outcome()).isEqualTo(new JobOutcome.Cancelled());
  }

  @Test
  void whatClosingADroppedResultThrowsIsListed() {
    AutoCloseable result =
        () -> {
          throw new IllegalStateException("cannot be closed");
        };
    Job job = jobs.start("open", (_, _) -> result, events::add, events::add);
    background.remove().run();
    job.cancel();
    runAll();

    assertThat(((JobOutcome.Failed) jobs.ended().getFirst().outcome()).cause())
        .hasMessage("cannot be closed");
  }

  @Test
  void endedJobsAreLimited() {
    for (int i = 0; i < Jobs.MAX_ENDED + 5; i++) {
      jobs.startWriting("save " + i, (_, _) -> "saved", _ -> {}, events::add);
    }
    runAll();

    assertThat(jobs.ended()).hasSize(Jobs.MAX_ENDED);
    assertThat(jobs.ended().getFirst().title()).isEqualTo("save " + (Jobs.MAX_ENDED + 4));
  }
}
