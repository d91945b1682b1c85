package io.github.tensorloupe.desktop.control.canvas;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.job.Work;

/// Loads the content of a canvas in the background. The latest request wins, and a previous request
/// is not repeated. Belongs to the FX thread.
public final class Loader<R, V> {

  private final LatestJob job;
  private final String title;
  private final ReadOnlyObjectWrapper<Optional<V>> value =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<R> request = Optional.empty();
  private Optional<Job> current = Optional.empty();

  /// @param title of the job, shown to the user
  public Loader(Jobs jobs, String title) {
    this.job = new LatestJob(jobs);
    this.title = title;
  }

  /// The value that was loaded last; empty after a failure.
  public ReadOnlyObjectProperty<Optional<V>> valueProperty() {
    return value.getReadOnlyProperty();
  }

  public ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  public Optional<R> request() {
    return request;
  }

  /// Cancels loading and clears request, value and failure.
  public void clear() {
    job.cancel();
    request = Optional.empty();
    failure.set(Optional.empty());
    value.set(Optional.empty());
  }

  /// Returns true if the latest request meets a need. Also true for a failed request until the next
  /// one, but not for a request that the user stopped.
  public boolean serves(Predicate<R> need) {
    boolean stopped = current.filter(Job::isRequested).isPresent();
    return !stopped && request.filter(need).isPresent();
  }

  /// Starts loading a value and cancels the previous request; the previous value is kept meanwhile.
  public void load(R next, Work<V> work) {
    load(next, false, work);
  }

  /// Starts loading a value and cancels the previous request.
  ///
  /// @param drop true if the previous value is cleared at once
  public void load(R next, boolean drop, Work<V> work) {
    request = Optional.of(next);
    current = Optional.empty();
    if (drop) {
      value.set(Optional.empty());
    }
    current = Optional.of(job.start(title, work, this::arrived, this::failed));
  }

  private void arrived(V loaded) {
    failure.set(Optional.empty());
    value.set(Optional.of(loaded));
  }

  private void failed(Throwable cause) {
    failure.set(Optional.of(Failures.of(cause)));
    value.set(Optional.empty());
  }
}
