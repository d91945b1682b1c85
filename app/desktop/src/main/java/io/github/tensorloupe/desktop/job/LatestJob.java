package io.github.tensorloupe.desktop.job;

import module java.base;

/// A place for one job at a time: starting another cancels the one before, whose result is dropped.
/// Used from the FX thread only.
public final class LatestJob {

  private final Jobs jobs;
  private Job current;

  public LatestJob(Jobs jobs) {
    this.jobs = jobs;
  }

  /// Starts work in place of what runs here now; parameters and result are those of [Jobs#start].
  public <T> Job start(
      String title, Work<T> work, Consumer<T> onSuccess, Consumer<Throwable> onFailure) {
    cancel();
    current = jobs.start(title, work, onSuccess, onFailure);
    return current;
  }

  /// Asks what runs here to stop, if anything does.
  public void cancel() {
    if (current != null) {
      current.supersede();
      current = null;
    }
  }
}
