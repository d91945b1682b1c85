package io.github.tensorloupe.desktop.job;

import module javafx.controls;

import java.time.Duration;

/// The jobs that have ended lately and are worth mention, the latest first: those that took long
/// enough for a person to notice, and those that failed. Belongs to the FX thread.
final class EndedJobs {

  /// Work that is done sooner nobody has waited for.
  static final Duration NOTICEABLE = Duration.ofMillis(500);

  /// Work that takes so long is worth mention whatever it brings.
  static final Duration LONG = Duration.ofSeconds(5);

  static final int KEPT = 30;

  private final ObservableList<EndedJob> jobs = FXCollections.observableArrayList();
  // An unmodifiable list hears of changes only as long as someone holds it.
  private final ObservableList<EndedJob> view = FXCollections.unmodifiableObservableList(jobs);

  void add(EndedJob job, boolean changesFiles) {
    boolean failed = job.outcome() instanceof JobOutcome.Failed;
    Duration worth = hasSomethingToTell(job) ? NOTICEABLE : LONG;
    if (failed || changesFiles || job.took().compareTo(worth) >= 0) {
      jobs.addFirst(job);
      if (jobs.size() > KEPT) {
        jobs.removeLast();
      }
    }
  }

  /// What only draws a part of the window anew has its result there.
  private static boolean hasSomethingToTell(EndedJob job) {
    return job.result().isPresent()
        || !(job.outcome() instanceof JobOutcome.Done(String sentence))
        || !sentence.isEmpty();
  }

  void clear() {
    jobs.clear();
  }

  ObservableList<EndedJob> view() {
    return view;
  }
}
