package io.github.tensorloupe.desktop.pane.activity;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.EndedJob.JobResult;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import java.time.Duration;

/// Shows notices when jobs end after a long time, or while the window does not have the focus.
/// Belongs to the FX thread.
public record JobNotices(Board board, BooleanSupplier focused, Messages messages) {

  /// Longer jobs are reported even in a focused window.
  static final Duration LONG = Duration.ofSeconds(5);

  public interface Board {

    void done(String title, String sentence, EndedJob job);

    void failed(String title, Failure failure);
  }

  public void observe(Jobs jobs, Consumer<EndedJob> onEnd) {
    jobs.ended()
        .addListener(
            (ListChangeListener<EndedJob>)
                change -> {
                  while (change.next()) {
                    List<? extends EndedJob> added = change.getAddedSubList();
                    added.forEach(onEnd);
                    added.forEach(this::report);
                  }
                });
  }

  static String sentence(EndedJob job, Messages messages) {
    return switch (job.outcome()) {
      case JobOutcome.Done(String sentence) ->
          sentence.isEmpty() ? messages.text("jobs.done") : sentence;
      case JobOutcome.Failed(Throwable cause) -> messages.sentence(Failures.sentence(cause));
      case JobOutcome.Cancelled() -> messages.text("jobs.stopped");
    };
  }

  public static String action(JobResult result, Messages messages) {
    return switch (result) {
      case JobResult.InWindow _ -> messages.text("jobs.show");
      case JobResult.OnDisk _ -> messages.text("jobs.reveal");
    };
  }

  /// Reports a job if it was long or the window is not focused.
  void report(EndedJob job) {
    boolean isLong = job.took().compareTo(LONG) >= 0;
    if (!isLong && focused.getAsBoolean()) {
      return;
    }
    if (job.outcome() instanceof JobOutcome.Failed(Throwable cause)) {
      board.failed(job.title(), Failures.of(cause).doing(job.title()));
    } else if (job.outcome() instanceof JobOutcome.Done(String sentence)
        && (!sentence.isEmpty() || job.result().isPresent())) {
      // Without either the result is already visible.
      board.done(job.title(), sentence(job, messages), job);
    }
  }
}
