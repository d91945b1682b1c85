package io.github.tensorloupe.desktop.pane.activity;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.EndedJob;
import io.github.tensorloupe.desktop.job.JobOutcome;
import io.github.tensorloupe.desktop.job.JobResult;
import io.github.tensorloupe.desktop.text.Messages;

/// What came of a job, in words.
final class OutcomeWords {

  private OutcomeWords() {}

  static String sentence(EndedJob job, Messages messages) {
    return switch (job.outcome()) {
      case JobOutcome.Done(String sentence) ->
          sentence.isEmpty() ? messages.text("jobs.done") : sentence;
      case JobOutcome.Failed(Throwable cause) -> messages.sentence(Failures.sentence(cause));
      case JobOutcome.Cancelled() -> messages.text("jobs.stopped");
    };
  }

  /// The text of the button that leads to a result.
  static String action(JobResult result, Messages messages) {
    return switch (result) {
      case JobResult.InWindow _ -> messages.text("jobs.show");
      case JobResult.OnDisk _ -> messages.text("jobs.reveal");
    };
  }
}
