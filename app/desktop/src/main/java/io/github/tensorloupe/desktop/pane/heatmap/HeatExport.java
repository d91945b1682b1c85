package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.error.FileJobs;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.HeatMapPng;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;

/// Writes the exact picture of a whole slice to a file in the background. Belongs to the FX thread.
final class HeatExport {

  /// The maximum width and height of a picture. More pixels would not be useful in a file.
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

  /// Starts writing and clears the previous notice.
  ///
  /// @param file an existing file is replaced, since the user has confirmed that
  void save(TensorSlice slice, Pooling pooling, double percentile, Path file) {
    stop();
    notice.set(Optional.empty());
    List<Path> open = selection.openFiles();
    // Reports its end even if stopped, because the file may already have been written.
    Job job =
        new FileJobs(jobs, messages)
            .start(
                messages.text("heatmap.job.save", path(file.getFileName())),
                file,
                (cancellation, progress) ->
                    new HeatMapPng(slice, pooling, percentile, MAX_SIDE)
                        .write(file, open, cancellation, progress),
                messages.text("heatmap.saved", path(file.toAbsolutePath())),
                reason -> messages.text("heatmap.not-saved", reason),
                this::end);
    // Without background threads, the job has already ended.
    if (jobs.running().contains(job)) {
      running.set(Optional.of(job));
    }
  }

  private void end(Feedback feedback) {
    running.set(Optional.empty());
    notice.set(Optional.of(feedback));
  }

  private static String path(Path path) {
    return DisplayText.of(String.valueOf(path));
  }

  /// Requests to stop writing. A stopped job does not write the file.
  void stop() {
    running.get().ifPresent(Job::cancel);
  }
}
