package io.github.tensorloupe.desktop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.JobSlot.State;
import io.github.tensorloupe.desktop.job.Jobs.UnshownResultException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class JobSlotTest {

  private final Queue<Runnable> background = new ArrayDeque<>();
  private final Queue<Runnable> foreground = new ArrayDeque<>();
  private final Jobs jobs = new Jobs(background::add, foreground::add);
  private final JobSlot<Object> slot = new JobSlot<>(jobs);
  private final List<Object> events = new ArrayList<>();

  private void runAll() {
    while (!background.isEmpty() || !foreground.isEmpty()) {
      (background.isEmpty() ? foreground : background).remove().run();
    }
  }

  private Job start(Object result) {
    return slot.start("work", (_, _) -> result, events::add, events::add);
  }

  private Job startFailing(Exception failure) {
    return slot.start(
        "work",
        (_, _) -> {
          throw failure;
        },
        events::add,
        events::add);
  }

  @Test
  void keepsTheResultOfItsLastJob() {
    Job job = slot.start("work", (_, _) -> "first", events::add);
    assertThat(slot.stateProperty().get()).isEqualTo(new State.Running<>(job));
    assertThat(slot.resultProperty().get()).isEmpty();

    runAll();
    assertThat(slot.stateProperty().get()).isEqualTo(new State.Done<>("first"));
    assertThat(slot.resultProperty().get()).contains("first");

    slot.start("work", (_, _) -> "second", events::add);
    assertThat(slot.resultProperty().get()).contains("first");
    runAll();
    assertThat(slot.resultProperty().get()).contains("second");
    assertThat(events).isEmpty();
  }

  @Test
  void aResultThatIsPassedOnIsNotKept() {
    start("result");
    runAll();

    assertThat(events).containsExactly("result");
    assertThat(slot.stateProperty().get()).isEqualTo(new State.Idle<>());
    assertThat(slot.resultProperty().get()).isEmpty();
  }

  @Test
  void aFailureReplacesTheResultUntilTheNextJobEnds() {
    slot.start("work", (_, _) -> "result", events::add);
    runAll();
    IllegalStateException failure = new IllegalStateException("broken");
    startFailing(failure);
    runAll();

    assertThat(events).containsExactly(failure);
    assertThat(slot.stateProperty().get()).isEqualTo(new State.Failed<>(failure));
    assertThat(slot.failureProperty().get()).contains(failure);
    assertThat(slot.resultProperty().get()).isEmpty();

    start("result");
    assertThat(slot.failureProperty().get()).contains(failure);
    runAll();
    assertThat(slot.failureProperty().get()).isEmpty();
  }

  @Test
  void theLatestRequestWinsAndTheDroppedResultIsClosed() {
    AutoCloseable first = () -> events.add("closed");
    start(first);
    background.remove().run();
    start("second");
    runAll();

    assertThat(events).containsExactlyInAnyOrder("closed", "second");
    assertThat(jobs.ended()).isEmpty();
  }

  @Test
  void replacedJobsAreNotReportedAsStopped() {
    slot.stateProperty().subscribe(each -> events.add(each));
    Job first = slot.start("first", (_, _) -> "first", events::add);
    Job second = slot.start("second", (_, _) -> "second", events::add);
    runAll();

    assertThat(first.isRequested()).isTrue();
    assertThat(events)
        .containsExactly(
            new State.Idle<>(),
            new State.Running<>(first),
            new State.Running<>(second),
            new State.Done<>("second"));
  }

  @Test
  void stoppingIsAnEventAndKeepsTheEarlierResult() {
    slot.start("work", (_, _) -> "earlier", events::add);
    runAll();
    slot.start("work", (_, _) -> "dropped", events::add);
    slot.stop();

    assertThat(slot.isStopped()).isTrue();
    runAll();
    assertThat(slot.isStopped()).isTrue();
    assertThat(slot.resultProperty().get()).contains("earlier");
    assertThat(events).isEmpty();
  }

  @Test
  void aJobThatIsCancelledElsewhereStopsTheSlot() {
    start("dropped").cancel();
    assertThat(slot.isStopped()).isTrue();

    startFailing(new CancellationException("the user refused"));
    runAll();
    assertThat(slot.isStopped()).isTrue();
    assertThat(events).isEmpty();
  }

  @Test
  void clearingForgetsTheOutcomeAndDropsTheRunningJob() {
    slot.start("work", (_, _) -> "first", events::add);
    runAll();
    Job job = start("second");
    slot.clear();
    runAll();

    assertThat(job.isRequested()).isTrue();
    assertThat(slot.stateProperty().get()).isEqualTo(new State.Idle<>());
    assertThat(slot.resultProperty().get()).isEmpty();
    assertThat(events).isEmpty();
  }

  @Test
  void aResultThatCannotBeShownIsAFailure() {
    slot.start(
        "work",
        (_, _) -> "result",
        _ -> {
          throw new IllegalStateException("broken view");
        },
        events::add);
    runAll();

    assertThat(events).hasOnlyElementsOfType(UnshownResultException.class);
  }

  @Test
  void requestsDuringAJobAreCombinedIntoOneFurtherJob() {
    start("first");
    slot.whenFree(() -> start("second"));
    slot.whenFree(() -> start("third"));
    runAll();
    assertThat(events).containsExactly("first", "third");

    slot.whenFree(() -> start("fourth"));
    runAll();
    assertThat(events).containsExactly("first", "third", "fourth");
  }

  @Test
  void aFailedJobDoesNotPreventTheNextOne() {
    startFailing(new IllegalStateException("broken"));
    slot.whenFree(() -> start("second"));
    runAll();

    assertThat(events).hasSize(2).last().isEqualTo("second");
  }

  @Test
  void aRequestDuringAJobIsForgottenWithTheJob() {
    List<Runnable> ends = List.of(slot::stop, slot::clear, () -> start("replacement"));
    for (Runnable end : ends) {
      start("first");
      slot.whenFree(() -> start("second"));
      end.run();
      runAll();
    }

    assertThat(events).containsExactly("replacement");
  }

  @Test
  void partialResultsOfAReplacedJobAreDropped() {
    Batches<String> parts = slot.batches(events::addAll);
    start("first");
    parts.add("part of first");
    parts.flush();
    runAll();
    assertThat(events).containsExactly("part of first", "first");

    Batches<String> others = slot.batches(events::addAll);
    start("second");
    others.add("part of second");
    others.flush();
    slot.clear();
    runAll();
    assertThat(events).containsExactly("part of first", "first");
  }

  @Test
  void partialResultsOfAStoppedJobAreKept() {
    slot.onStop(() -> events.add("stopped"));
    Batches<String> parts = slot.batches(events::addAll);
    start("result");
    parts.add("part");
    parts.flush();
    slot.stop();
    runAll();

    assertThat(events).containsExactly("stopped", "part");
  }

  @Test
  void jobsThatChangeFilesStopWhenTheyEnd() {
    Job job =
        slot.startWriting(
            "save",
            (cancellation, _) -> {
              cancellation.check();
              return "saved";
            },
            events::add,
            events::add);
    slot.stop();
    assertThat(slot.isRunning()).isTrue();

    runAll();
    assertThat(slot.isStopped()).isTrue();
    assertThat(events).isEmpty();
    assertThat(job.isRequested()).isTrue();
  }

  @Test
  void jobsThatChangeFilesMaySucceedAfterACancellation() {
    slot.startWriting("save", (_, _) -> "saved", events::add, events::add).cancel();
    runAll();

    assertThat(events).containsExactly("saved");
  }

  @Test
  void jobsThatChangeFilesAreListedEvenIfTheyAreReplaced() {
    slot.startWriting("save", (_, _) -> "saved", events::add, events::add);
    slot.clear();
    runAll();

    assertThat(events).isEmpty();
    assertThat(jobs.ended().getFirst().outcome()).isEqualTo(new JobOutcome.Done(""));
  }

  @Test
  void theProgressIsThatOfTheRunningJob() {
    slot.progressProperty().subscribe(each -> events.add(each));
    slot.start(
        "work",
        (_, progress) -> {
          progress.report(1, 2);
          return "done";
        },
        _ -> {});
    runAll();

    assertThat(events).containsExactly(Job.INDETERMINATE, 0.5, Job.INDETERMINATE);
  }

  @Test
  void jobsMayRunAtOnce() {
    JobSlot<String> atOnce = new JobSlot<>(new Jobs(Runnable::run, Runnable::run));
    atOnce.start("work", (_, _) -> "done", events::add);

    assertThat(atOnce.stateProperty().get()).isEqualTo(new State.Done<>("done"));
  }
}
