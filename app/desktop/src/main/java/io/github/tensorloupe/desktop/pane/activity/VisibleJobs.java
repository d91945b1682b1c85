package io.github.tensorloupe.desktop.pane.activity;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import java.time.Duration;

/// The running jobs that have run long enough to be shown. Belongs to the FX thread.
final class VisibleJobs {

  /// Shorter jobs would only flicker.
  static final Duration SHOWN_AFTER = Duration.ofMillis(200);

  private final Jobs jobs;
  private final ReadOnlyObjectWrapper<List<Job>> shown = new ReadOnlyObjectWrapper<>(List.of());

  VisibleJobs(Jobs jobs) {
    this.jobs = jobs;
  }

  /// Updates the jobs; to be called regularly while jobs run.
  void refresh() {
    List<Job> now =
        jobs.running().stream()
            .filter(job -> shown.get().contains(job) || job.elapsed().compareTo(SHOWN_AFTER) >= 0)
            .toList();
    if (!now.equals(shown.get())) {
      shown.set(now);
    }
  }

  /// The jobs, oldest first.
  ReadOnlyObjectProperty<List<Job>> shownProperty() {
    return shown.getReadOnlyProperty();
  }

  /// The average progress from 0 to 1, or [Job#INDETERMINATE] if none is known.
  double progress() {
    OptionalDouble known =
        shown.get().stream()
            .mapToDouble(job -> job.progressProperty().get())
            .filter(share -> share >= 0)
            .average();
    return known.orElse(Job.INDETERMINATE);
  }
}
