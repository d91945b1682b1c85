package io.github.tensorloupe.desktop.job;

import module java.base;

/// Holds at most one running job: starting another one cancels the previous job, whose result is
/// dropped. Used from the FX thread only.
public final class LatestJob {

  private final Jobs jobs;
  private Job current;

  public LatestJob(Jobs jobs) {
    this.jobs = jobs;
  }

  /// Cancels the current job and starts another one; parameters and return value are the same as
  /// for [Jobs#start].
  public <T> Job start(
      String title, Work<T> work, Consumer<T> onSuccess, Consumer<Throwable> onFailure) {
    cancel();
    current = jobs.start(title, work, onSuccess, onFailure);
    return current;
  }

  /// Cancels the current job, if there is one.
  public void cancel() {
    if (current != null) {
      current.supersede();
      current = null;
    }
  }
}
