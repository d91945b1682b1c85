package io.github.tensorloupe.desktop.pane.activity;

import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.work.Throughput;
import java.time.Duration;

/// How far a job is, how fast, and how long the rest takes, as one line.
record JobFigures(Job job, Messages messages) {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MEANINGFUL_SHARE = 0.02;
  private static final Duration MEANINGFUL = Duration.ofSeconds(1);

  /// The figures that are worth their room in the status bar: those of bytes.
  String brief() {
    return job.throughputProperty().get().map(this::ofBytes).orElse("");
  }

  /// All figures, with how long it has run.
  String full() {
    String elapsed = messages.text("jobs.for", messages.duration(job.elapsed()));
    return job.throughputProperty()
        .get()
        .map(now -> ofBytes(now) + " · " + elapsed)
        .orElseGet(() -> ofShare(job.progressProperty().get(), elapsed));
  }

  private String ofBytes(Throughput throughput) {
    StringBuilder text =
        new StringBuilder(
            throughput.total() == 0
                ? Figures.bytes(throughput.done())
                : messages.text(
                    "status.job.bytes",
                    Figures.bytes(throughput.done()),
                    Figures.bytes(throughput.total())));
    // Before the time that is left can be told, the rate is a guess as well.
    throughput
        .secondsLeft()
        .ifPresent(
            seconds ->
                text.append(" · ")
                    .append(
                        messages.text(
                            "status.job.rate", Figures.bytes(Math.round(throughput.perSecond()))))
                    .append(" · ")
                    .append(left(seconds)));
    return text.toString();
  }

  private String ofShare(double share, String elapsed) {
    if (share < 0) {
      return elapsed;
    }
    String percent = messages.text("jobs.percent", Math.round(share * 100));
    boolean canTell = share >= MEANINGFUL_SHARE && job.elapsed().compareTo(MEANINGFUL) >= 0;
    return canTell
        ? percent + " · " + elapsed + " · " + left(job.elapsed().toSeconds() * (1 - share) / share)
        : percent + " · " + elapsed;
  }

  private String left(double seconds) {
    return messages.text(
        "status.job.left",
        messages.duration(Duration.ofNanos((long) (seconds * NANOS_PER_SECOND))));
  }
}
