package io.github.tensorloupe.desktop.job;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.job.Jobs.UnshownResultException;

/// Runs at most one job and holds its outcome. The latest request wins: starting a job, or clearing
/// the slot, cancels the previous job silently and drops its result. Used from the FX thread only.
///
/// @param <T> the type of the results
public final class JobSlot<T> {

  public sealed interface State<T> {

    record Idle<T>() implements State<T> {}

    record Running<T>(Job job) implements State<T> {}

    record Done<T>(T result) implements State<T> {}

    record Failed<T>(Throwable cause) implements State<T> {}

    /// The user stopped the job, for example in the list of running jobs.
    record Stopped<T>() implements State<T> {}
  }

  private final Jobs jobs;
  private final ReadOnlyObjectWrapper<State<T>> state =
      new ReadOnlyObjectWrapper<>(new State.Idle<>());
  private final ReadOnlyObjectWrapper<Optional<T>> result =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Throwable>> failure =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<Runnable> next = Optional.empty();
  private int jobCount;

  public JobSlot(Jobs jobs) {
    this.jobs = jobs;
  }

  public ReadOnlyObjectProperty<State<T>> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /// The result of the last job that kept its result. Stays while the next job runs or if it is
  /// stopped; empty if it failed.
  public ReadOnlyObjectProperty<Optional<T>> resultProperty() {
    return result.getReadOnlyProperty();
  }

  /// The cause if the last job failed. Stays while the next job runs or if it is stopped.
  public ReadOnlyObjectProperty<Optional<Throwable>> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  /// The running job.
  public ObservableValue<Optional<Job>> jobProperty() {
    return state.map(JobSlot::jobOf);
  }

  private static Optional<Job> jobOf(State<?> state) {
    return state instanceof State.Running<?>(Job job) ? Optional.of(job) : Optional.empty();
  }

  /// The progress of the running job from 0 to 1, or [Job#INDETERMINATE].
  public ObservableValue<Number> progressProperty() {
    return state
        .<Number>flatMap(now -> jobOf(now).map(Job::progressProperty).orElse(null))
        .orElse(Job.INDETERMINATE);
  }

  public boolean isRunning() {
    return state.get() instanceof State.Running;
  }

  public boolean isStopped() {
    return state.get() instanceof State.Stopped;
  }

  /// Sets an action for the case that the running job is stopped.
  public void onStop(Runnable action) {
    state.subscribe(
        now -> {
          if (now instanceof State.Stopped) {
            action.run();
          }
        });
  }

  /// Creates a buffer for partial results of the next job. Results that arrive after the slot was
  /// cleared, or after another job was started, are dropped.
  public <P> Batches<P> batches(Consumer<List<P>> onBatch) {
    int number = jobCount + 1;
    return jobs.batches(
        batch -> {
          if (number == jobCount) {
            onBatch.accept(batch);
          }
        });
  }

  /// Starts work whose result is kept; parameters and return value are the same as for
  /// [Jobs#start].
  public Job start(String title, Work<T> work, Consumer<Throwable> onFailure) {
    Consumer<T> onDone = done -> result.set(Optional.of(done));
    return start(title, work, State.Done::new, onDone, onFailure, false);
  }

  /// Starts work whose result is passed to a callback and not kept, so that the slot is idle
  /// afterwards; parameters and return value are the same as for [Jobs#start].
  public <R extends T> Job start(
      String title, Work<R> work, Consumer<? super R> onDone, Consumer<Throwable> onFailure) {
    return start(title, work, _ -> new State.Idle<>(), onDone, onFailure, false);
  }

  /// Starts work that changes files. If it is stopped, the state changes when it has ended, because
  /// it may still succeed.
  public <R extends T> Job startWriting(
      String title, Work<R> work, Consumer<? super R> onDone, Consumer<Throwable> onFailure) {
    return start(title, work, _ -> new State.Idle<>(), onDone, onFailure, true);
  }

  private <R extends T> Job start(
      String title,
      Work<R> work,
      Function<R, State<T>> whenDone,
      Consumer<? super R> onDone,
      Consumer<Throwable> onFailure,
      boolean changesFiles) {
    Job job = jobs.create(title);
    replace(new State.Running<>(job));
    if (!changesFiles) {
      // Its result is dropped, whenever it arrives.
      job.stoppingProperty().subscribe((_, _) -> stopped(job));
    }
    return jobs.start(
        new Jobs.Run<>(
            jobs,
            job,
            work,
            done -> {
              if (isCurrent(job)) {
                state.set(whenDone.apply(done));
                failure.set(Optional.empty());
                onDone.accept(done);
                startNext();
              }
            },
            cause -> failed(job, cause, onFailure),
            _ -> stopped(job),
            changesFiles));
  }

  private boolean isCurrent(Job job) {
    return jobOf(state.get()).equals(Optional.of(job));
  }

  private void failed(Job job, Throwable cause, Consumer<Throwable> onFailure) {
    if (isCurrent(job)) {
      state.set(new State.Failed<>(cause));
      failure.set(Optional.of(cause));
      result.set(Optional.empty());
    } else if (!(cause instanceof UnshownResultException)) {
      return;
    }
    try {
      onFailure.accept(cause);
    } finally {
      startNext();
    }
  }

  private void stopped(Job job) {
    if (isCurrent(job)) {
      next = Optional.empty();
      state.set(new State.Stopped<>());
    }
  }

  private void startNext() {
    Optional<Runnable> action = next;
    next = Optional.empty();
    action.ifPresent(Runnable::run);
  }

  /// Runs an action that starts a job, after the running job has ended. Of several actions, only
  /// the last one is run; none is run if the job is stopped or replaced.
  public void whenFree(Runnable action) {
    if (isRunning()) {
      next = Optional.of(action);
    } else {
      action.run();
    }
  }

  /// Stops the running job as the user does, if there is one.
  public void stop() {
    jobOf(state.get()).ifPresent(Job::cancel);
  }

  /// Cancels the running job silently, and drops the kept result.
  public void clear() {
    replace(new State.Idle<>());
    failure.set(Optional.empty());
    result.set(Optional.empty());
  }

  /// Changes the state before the previous job is cancelled, which is then no longer current.
  private void replace(State<T> newState) {
    Optional<Job> previous = jobOf(state.get());
    next = Optional.empty();
    jobCount++;
    state.set(newState);
    previous.ifPresent(Job::supersede);
  }
}
