package io.github.tensorloupe.desktop.error;

import module java.base;

import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;

/// Writes files that the user has chosen, in the background, and reports the outcome, including
/// warnings about a written file. Belongs to the FX thread.
public record FileJobs(Jobs jobs, Messages messages) {

  /// Starts a job that writes a file.
  ///
  /// @param work returns a warning about the written file, or empty
  /// @param success the feedback on a written file, to which the warning is added
  /// @param failure returns the feedback on a failure from its reason
  /// @param onEnd receives the feedback, also if the job was cancelled
  public Job start(
      String title,
      Path file,
      Work<Optional<Sentence>> work,
      String success,
      UnaryOperator<String> failure,
      Consumer<Feedback> onEnd) {
    AtomicReference<String> message = new AtomicReference<>("");
    return jobs.startWriting(
            title,
            work,
            warning -> {
              message.set(messages.withWarnings(success, warning.stream().toList()));
              onEnd.accept(Feedback.done(message.get()));
            },
            thrown -> onEnd.accept(failed(thrown, failure)),
            () -> onEnd.accept(Feedback.refused(stopped(file))))
        .withMessage(message::get)
        .writing(() -> Optional.of(file));
  }

  private String stopped(Path file) {
    return messages.text("file-job.stopped", PathText.of(file.getFileName()));
  }

  private Feedback failed(Throwable thrown, UnaryOperator<String> failure) {
    String reason = messages.sentence(Failures.sentence(thrown));
    // The file may have been written before the failure.
    return Feedback.failed(Failures.statesResult(thrown) ? reason : failure.apply(reason), thrown);
  }
}
