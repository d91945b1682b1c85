package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.HeatMapPng;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;

/// Writes the exact picture of a whole slice to a file, beside the FX thread, which it belongs to.
final class HeatExport {

  /// The largest width and height of a picture; more pixels than that nobody looks at in a file.
  static final int MAX_SIDE = 2048;

  private final Selection selection;
  private final Jobs jobs;
  private final Messages messages;
  final ObjectProperty<Optional<Job>> running = new SimpleObjectProperty<>(Optional.empty());
  final ObjectProperty<Optional<Feedback>> notice = new SimpleObjectProperty<>(Optional.empty());

  HeatExport(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.jobs = jobs;
    this.messages = messages;
  }

  /// Begins to write; what was told before is taken back.
  ///
  /// @param file what is there is replaced, for the person was asked
  void save(TensorSlice slice, Pooling pooling, double percentile, Path file) {
    stop();
    notice.set(Optional.empty());
    List<Path> open = selection.openFiles();
    // To the end, because the file may be there already when it is stopped.
    Job job =
        jobs.startToEnd(
            messages.text("heatmap.job.save", path(file.getFileName())),
            (cancellation, progress) -> {
              new HeatMapPng(slice, pooling, percentile, MAX_SIDE)
                  .write(file, open, cancellation, progress);
              return file;
            },
            saved ->
                end(Feedback.done(messages.text("heatmap.saved", path(saved.toAbsolutePath())))),
            thrown -> end(failed(thrown)));
    job.concluding(() -> notice.get().map(Feedback::sentence).orElse(""))
        .writing(() -> Optional.of(file));
    // Where there are no threads, it has ended already.
    if (jobs.running().contains(job)) {
      running.set(Optional.of(job));
    }
  }

  private void end(Feedback told) {
    running.set(Optional.empty());
    notice.set(Optional.of(told));
  }

  private Feedback failed(Throwable thrown) {
    return thrown instanceof CancellationException
        ? Feedback.done(messages.text("heatmap.save-stopped"))
        : Feedback.failed(
            messages.text("heatmap.not-saved", messages.sentence(Failures.sentence(thrown))),
            thrown);
  }

  private static String path(Path path) {
    return DisplayText.of(String.valueOf(path));
  }

  /// Asks the writing to stop; nothing is written then.
  void stop() {
    running.get().ifPresent(Job::cancel);
  }
}
