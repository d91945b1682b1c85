package io.github.tensorloupe.desktop.pane.activity;

import module java.base;

import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.text.Messages;

/// The progress of a job as one line of text.
record JobFigures(Job job, Messages messages) {

  private static final double MILLIS_PER_SECOND = 1000;
  private static final double MEANINGFUL_SHARE = 0.02;
  private static final Duration MEANINGFUL = Duration.ofSeconds(1);

  /// The figures for the status bar; empty unless the job counts bytes.
  String brief() {
    return bytes().orElse("");
  }

  /// All figures, with the elapsed time.
  String full() {
    String elapsed = messages.text("jobs.for", messages.duration(job.elapsed()));
    return bytes()
        .map(now -> now + " · " + elapsed)
        .orElseGet(() -> share(job.progressProperty().get(), elapsed));
  }

  private Optional<String> bytes() {
    return job.throughputProperty().get().map(now -> ByteProgress.text(now, messages));
  }

  private String share(double share, String elapsed) {
    if (share < 0) {
      return elapsed;
    }
    String percent = messages.text("jobs.percent", Math.round(share * 100)) + " · " + elapsed;
    boolean canEstimate = share >= MEANINGFUL_SHARE && job.elapsed().compareTo(MEANINGFUL) >= 0;
    if (!canEstimate) {
      return percent;
    }
    double secondsLeft = job.elapsed().toSeconds() * (1 - share) / share;
    Duration left = Duration.ofMillis((long) (secondsLeft * MILLIS_PER_SECOND));
    return percent + " · " + messages.text("progress.left", messages.duration(left));
  }
}
