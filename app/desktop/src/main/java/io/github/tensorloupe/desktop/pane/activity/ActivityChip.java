package io.github.tensorloupe.desktop.pane.activity;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import javafx.scene.control.Label;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;

/// The running jobs in the status bar: one job with its figures, or their number and overall
/// progress. A button shows the list. Belongs to the FX thread.
public final class ActivityChip extends HBox {

  private static final Duration TICK = Duration.millis(200);

  /// Shorter jobs would only flicker.
  private static final long SHOWN_AFTER_MILLIS = 200;

  private final Jobs jobs;
  private final Messages messages;

  /// The running jobs that have run long enough to be shown, oldest first.
  final ObjectProperty<List<Job>> shown = new SimpleObjectProperty<>(List.of());

  /// Changes regularly while jobs run, to refresh their figures.
  final LongProperty ticks = new SimpleLongProperty();

  private final Label title = PanelParts.named(new Label(), "status-job-title");
  private final Label figures = PanelParts.named(new Label(), "status-job-figures");
  private final ProgressBar progress = PanelParts.named(new ProgressBar(), "status-job-progress");
  private final Button stop;
  private final Button list;
  private final HBox running;
  private final Timeline timeline = new Timeline(new KeyFrame(TICK, _ -> tick()));
  private int seenFailures;

  public ActivityChip(Jobs jobs, Commands commands, Messages messages) {
    this.jobs = jobs;
    this.messages = messages;
    PanelParts.named(this, "status-jobs", "activity-chip");
    setAlignment(Pos.CENTER_RIGHT);
    title.setMinWidth(0);
    figures.setMinWidth(0);
    progress.setPrefWidth(120);
    progress.setMinWidth(48);
    Runnable stopAll = () -> shown.get().forEach(Job::cancel);
    stop = Icons.button(Feather.X_CIRCLE, messages.text("status.cancel"), stopAll, "flat", "small");
    stop.setId("status-stop");
    running = new HBox(8, title, figures, progress, stop);
    running.setAlignment(Pos.CENTER_RIGHT);
    running.setMinWidth(0);
    list = PanelParts.named(commands.iconButton(Command.SHOW_JOBS), "status-job-list", "small");
    list.setContentDisplay(ContentDisplay.LEFT);
    list.setMinWidth(USE_PREF_SIZE);
    getChildren().addAll(running, list);
    timeline.setCycleCount(Animation.INDEFINITE);
    jobs.running().subscribe(this::update);
    jobs.ended().subscribe(this::showFailures);
    shown.subscribe(this::show);
  }

  private void update() {
    if (jobs.running().isEmpty()) {
      timeline.stop();
    } else if (timeline.getStatus() != Animation.Status.RUNNING) {
      timeline.play();
    }
    // Ended jobs disappear at once; new ones appear after a delay.
    tick();
  }

  private void tick() {
    shown.set(
        jobs.running().stream()
            .filter(
                job -> shown.get().contains(job) || job.elapsed().toMillis() >= SHOWN_AFTER_MILLIS)
            .toList());
    showFigures();
    ticks.set(ticks.get() + 1);
  }

  private void show(List<Job> now) {
    PanelParts.setShown(running, !now.isEmpty());
    PanelParts.setShown(stop, now.size() == 1 && now.getFirst().isStoppable());
    // A title may be cut off, a count may not.
    title.setMinWidth(now.size() > 1 ? USE_PREF_SIZE : 0);
    if (!now.isEmpty()) {
      title.setText(
          now.size() == 1
              ? now.getFirst().title()
              : messages.text("jobs.count", messages.count(now.size())));
    }
  }

  private void showFigures() {
    List<Job> now = shown.get();
    if (now.isEmpty()) {
      return;
    }
    String text = now.size() == 1 ? bytes(now.getFirst(), messages).orElse("") : "";
    figures.setText(text);
    figures.setManaged(!text.isEmpty());
    progress.setProgress(
        now.stream()
            .mapToDouble(job -> job.progressProperty().get())
            .filter(share -> share >= 0)
            .average()
            .orElse(Job.INDETERMINATE));
    progress.setAccessibleText(title.getText());
  }

  /// Returns the figures of a job that counts bytes; empty for other jobs.
  static Optional<String> bytes(Job job, Messages messages) {
    return job.throughputProperty().get().map(now -> ByteProgress.text(now, messages));
  }

  private void showFailures() {
    int failures = failures();
    seenFailures = Math.min(seenFailures, failures);
    int unseen = failures - seenFailures;
    list.setText(unseen == 0 ? null : messages.text("jobs.failed", messages.count(unseen)));
    list.getStyleClass().removeAll("danger");
    if (unseen > 0) {
      list.getStyleClass().add("danger");
    }
  }

  private int failures() {
    return (int)
        jobs.ended().stream().filter(job -> job.outcome() instanceof JobOutcome.Failed).count();
  }

  public void markFailuresSeen() {
    seenFailures = failures();
    showFailures();
  }
}
