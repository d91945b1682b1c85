package io.github.tensorloupe.ui;

import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.work.Throughput;
import java.time.Duration;

/// How many bytes of a job are done, how fast, and how long the rest takes, as one line.
///
/// @param throughput in bytes
record JobFigures(Throughput throughput, Messages messages) {

  private static final double NANOS_PER_SECOND = 1e9;

  String text() {
    StringBuilder text =
        new StringBuilder(
            messages.text(
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
                    .append(
                        messages.text(
                            "status.job.left",
                            Figures.duration(
                                Duration.ofNanos((long) (seconds * NANOS_PER_SECOND))))));
    return text.toString();
  }
}
