package io.github.tensorloupe.desktop.control.panel;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failure.Disk;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Work;

/// The model of a [StagedPanel]: planning, steps that wait for the user, running, and the result.
/// Belongs to the FX thread; files are read and written in the background.
///
/// @param <S> the steps that wait for the user, such as a plan under review
public final class StagedWork<S> {

  public sealed interface State<S> {

    /// Not started, or closed.
    record Idle<S>() implements State<S> {}

    /// A plan is being computed. The user can leave at any time.
    ///
    /// @param title of the job
    record Planning<S>(String title) implements State<S> {}

    /// Planning has failed, or the user has stopped it.
    record Unplanned<S>(Optional<Failure> failure) implements State<S> {}

    /// @param problem the failure of the last run, or of a preparation
    record Waiting<S>(S step, Optional<Failure> problem) implements State<S> {}

    /// Files are being written. The user can stop the job, but not leave.
    record Running<S>(Job job) implements State<S> {}

    /// Everything is done, and the panel can be hidden.
    record Finished<S>(String sentence) implements State<S> {}
  }

  /// The result of a run.
  ///
  /// @param file the written file or folder
  public record RunResult<S>(State<S> next, JobOutcome outcome, Optional<Path> file) {

    /// Creates the result of a run after which there is nothing to decide.
    public static <S> RunResult<S> finished(String sentence, Optional<Path> file) {
      return new RunResult<>(new State.Finished<>(sentence), new JobOutcome.Done(sentence), file);
    }

    /// Creates the result of a run that leads to another step.
    public static <S> RunResult<S> step(S step, JobOutcome outcome, Optional<Path> file) {
      return new RunResult<>(new State.Waiting<>(step, Optional.empty()), outcome, file);
    }

    /// Creates the result of a run that was not completed.
    public static <S> RunResult<S> problem(S step, Failure problem, JobOutcome outcome) {
      return new RunResult<>(
          new State.Waiting<>(step, Optional.of(problem)), outcome, Optional.empty());
    }
  }

  private final Jobs jobs;
  private final JobSlot<S> planning;
  private final ReadOnlyObjectWrapper<State<S>> state =
      new ReadOnlyObjectWrapper<>(new State.Idle<>());
  private Runnable lastPlanning = () -> {};

  public StagedWork(Jobs jobs) {
    this.jobs = jobs;
    this.planning = new JobSlot<>(jobs);
    planning.onStop(() -> state.set(new State.Unplanned<>(Optional.empty())));
  }

  public ReadOnlyObjectProperty<State<S>> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /// Runs an action with the sentence of each run that has finished.
  public void onFinished(Consumer<String> action) {
    state.subscribe(
        now -> {
          if (now instanceof State.Finished<S>(String sentence)) {
            action.accept(sentence);
          }
        });
  }

  /// Runs an action when the panel is closed, or everything is done.
  public void onClosed(Runnable action) {
    state.subscribe(
        (_, now) -> {
          if (now instanceof State.Idle || now instanceof State.Finished) {
            action.run();
          }
        });
  }

  /// Runs an action with each step that is shown without a problem.
  public void onStep(Consumer<S> action) {
    state.subscribe(
        now -> {
          if (now instanceof State.Waiting<S>(S step, var problem) && problem.isEmpty()) {
            action.accept(step);
          }
        });
  }

  /// Returns the step that waits for the user, if any.
  public Optional<S> step() {
    return state.get() instanceof State.Waiting<S>(S step, var _)
        ? Optional.of(step)
        : Optional.empty();
  }

  /// Returns whether the step that waits for the user has a problem.
  public boolean hasProblem() {
    return state.get() instanceof State.Waiting<S>(var _, Optional<Failure> problem)
        && problem.isPresent();
  }

  public boolean isRunning() {
    return state.get() instanceof State.Running;
  }

  /// Computes the next step, and cancels an earlier computation.
  public void plan(String title, Work<? extends S> work) {
    lastPlanning = () -> plan(title, work);
    state.set(new State.Planning<>(title));
    planning.start(
        title,
        work,
        this::show,
        failure ->
            state.set(new State.Unplanned<>(Optional.of(Failures.of(failure).doing(title)))));
  }

  public void planAgain() {
    lastPlanning.run();
  }

  public void show(S step) {
    state.set(new State.Waiting<>(step, Optional.empty()));
  }

  /// Reports a problem with the step that waits for the user.
  public void report(Failure problem) {
    step().ifPresent(step -> state.set(new State.Waiting<>(step, Optional.of(problem))));
  }

  /// Starts work that changes files. After a failure, the current step is shown again. Requires a
  /// step that waits for the user.
  ///
  /// @param stopped the sentence shown if the work was stopped
  public Job run(String title, String stopped, Work<RunResult<S>> work) {
    S step = step().orElseThrow();
    return run(
        title,
        work,
        failure -> {
          Failure problem =
              failure instanceof CancellationException
                  ? Failure.ofMessage(stopped)
                  : new Failure(
                      title, Failures.sentence(failure), Disk.AS_STATED, Optional.of(failure));
          return new State.Waiting<>(step, Optional.of(problem));
        });
  }

  /// Starts work that changes files.
  ///
  /// @param onFailure returns the state after a failure
  public Job run(String title, Work<RunResult<S>> work, Function<Throwable, State<S>> onFailure) {
    State<S> before = state.get();
    AtomicReference<RunResult<S>> result = new AtomicReference<>();
    Job job =
        jobs.startWriting(
            title,
            work,
            end -> {
              result.set(end);
              state.set(end.next());
            },
            failure -> state.set(onFailure.apply(failure)));
    job.withOutcome(() -> result.get().outcome()).writing(() -> result.get().file());
    // If jobs run synchronously, the work has already ended.
    if (state.get() == before) {
      state.set(new State.Running<>(job));
    }
    return job;
  }

  /// Ends all steps, and hides the panel.
  public void finish(String sentence) {
    state.set(new State.Finished<>(sentence));
  }

  /// Stops the run, or the computation of a plan.
  public void stop() {
    switch (state.get()) {
      case State.Running<S>(Job job) -> job.cancel();
      case State.Planning<S> _ -> planning.stop();
      default -> {}
    }
  }

  /// Cancels planning and discards the plan, unless files are being written.
  public void close() {
    if (!isRunning()) {
      planning.clear();
      lastPlanning = () -> {};
      state.set(new State.Idle<>());
    }
  }
}
