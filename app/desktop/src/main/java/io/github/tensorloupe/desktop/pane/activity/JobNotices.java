package io.github.tensorloupe.desktop.pane.activity;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.EndedJob;
import io.github.tensorloupe.desktop.job.JobOutcome;
import io.github.tensorloupe.desktop.job.JobResult;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;

/// Tells of jobs that end after a long time, or while a person is in another window. Belongs to the
/// FX thread.
public final class JobNotices {

  /// From here on a person does not wait in front of it.
  static final Duration LONG = Duration.ofSeconds(5);

  /// Where notices are shown.
  public interface Board {

    /// Tells that a job has ended well.
    void done(String title, String sentence, EndedJob job);

    /// Tells that a job has failed.
    void failed(String title, Failure failure);
  }

  private final Board board;
  private final BooleanSupplier focused;
  private final Messages messages;

  /// @param focused tells whether the person is in this window
  public JobNotices(Board board, BooleanSupplier focused, Messages messages) {
    this.board = board;
    this.focused = focused;
    this.messages = messages;
  }

  /// Follows the jobs of a window.
  ///
  /// @param onEnd is told of every job that has ended
  public void follow(Jobs jobs, Consumer<EndedJob> onEnd) {
    jobs.ended()
        .addListener(
            (ListChangeListener<EndedJob>)
                change -> {
                  while (change.next()) {
                    List<? extends EndedJob> added = change.getAddedSubList();
                    added.forEach(onEnd);
                    added.forEach(this::tell);
                  }
                });
  }

  /// The text of the button that leads to a result.
  public static String action(JobResult result, Messages messages) {
    return OutcomeWords.action(result, messages);
  }

  /// Tells of a job if that is worth it.
  void tell(EndedJob job) {
    boolean isLong = job.took().compareTo(LONG) >= 0;
    if (!isLong && focused.getAsBoolean()) {
      return;
    }
    switch (job.outcome()) {
      case JobOutcome.Done(String sentence) when sentence.isEmpty() && job.result().isEmpty() -> {
        // What came of it is in the window already.
      }
      case JobOutcome.Done _ -> board.done(job.title(), OutcomeWords.sentence(job, messages), job);
      case JobOutcome.Failed(Throwable cause) ->
          board.failed(job.title(), Failures.of(cause).doing(job.title()));
      case JobOutcome.Cancelled() -> {
        // Whoever has stopped it knows.
      }
    }
  }
}
