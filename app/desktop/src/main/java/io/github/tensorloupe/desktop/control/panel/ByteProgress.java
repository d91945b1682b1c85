package io.github.tensorloupe.desktop.control.panel;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.work.Throughput;
import java.time.Duration;
import javafx.scene.control.Label;

/// A progress bar of a job, with the bytes done, the rate and the remaining time below it, or the
/// title of the job if it does not count bytes. Belongs to the FX thread.
public final class ByteProgress extends VBox {

  private static final double MILLIS_PER_SECOND = 1000;

  private final Messages messages;
  private final ProgressBar bar = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
  private final Label figures = new Label();
  private Subscription following = Subscription.EMPTY;

  /// @param id of this node; the figures have the id `id-figures`
  /// @param name of the work, for screen readers
  public ByteProgress(String id, String name, Messages messages) {
    super(8);
    this.messages = messages;
    setId(id);
    setMinWidth(0);
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setMinWidth(40);
    bar.setAccessibleText(name);
    figures.setId(id + "-figures");
    figures.setMinWidth(0);
    getChildren().setAll(bar, figures);
  }

  /// Shows the progress of another job, or none.
  public void show(Optional<Job> job) {
    following.unsubscribe();
    bar.setProgress(ProgressBar.INDETERMINATE_PROGRESS);
    figures.setText("");
    following =
        job.map(each -> each.progressProperty().subscribe(_ -> show(each)))
            .orElse(Subscription.EMPTY);
  }

  private void show(Job job) {
    bar.setProgress(job.progressProperty().get());
    figures.setText(
        job.throughputProperty()
            .get()
            .filter(now -> now.total() > 0)
            .map(now -> text(now, messages))
            .orElseGet(() -> job.title() + "…"));
  }

  /// Returns the bytes done, and the rate and the remaining time once these can be estimated.
  public static String text(Throughput throughput, Messages messages) {
    String done = messages.bytes(throughput.done());
    String bytes =
        throughput.total() == 0
            ? done
            : messages.text("progress.bytes", done, messages.bytes(throughput.total()));
    if (throughput.secondsLeft().isEmpty()) {
      return bytes;
    }
    String perSecond = messages.bytes(Math.round(throughput.perSecond()));
    String rate = messages.text("progress.rate", perSecond);
    Duration left =
        Duration.ofMillis((long) (throughput.secondsLeft().getAsDouble() * MILLIS_PER_SECOND));
    String time = messages.text("progress.left", messages.duration(left));
    return String.join(" · ", bytes, rate, time);
  }
}
