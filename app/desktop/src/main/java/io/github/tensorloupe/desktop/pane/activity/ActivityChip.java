package io.github.tensorloupe.desktop.pane.activity;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import java.time.Duration;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The running jobs in the status bar: one job with its figures, or their number and overall
/// progress. A button shows the list. Belongs to the FX thread.
public final class ActivityChip extends HBox {

  private static final javafx.util.Duration TICK = javafx.util.Duration.millis(200);

  private final Jobs jobs;
  private final Messages messages;
  private final VisibleJobs visible;
  private final Label title = new Label();
  private final Label figures = new Label();
  private final ProgressBar progress = new ProgressBar();
  private final Button stop;
  private final Button list;
  private final HBox running;
  private final Timeline ticks = new Timeline(new KeyFrame(TICK, _ -> tick()));
  private int seenFailures;

  public ActivityChip(Jobs jobs, Commands commands, Messages messages) {
    this.jobs = jobs;
    this.messages = messages;
    this.visible = new VisibleJobs(jobs);
    setId("status-jobs");
    getStyleClass().add("activity-chip");
    Themes.style(this, ActivityChip.class, "activity.css");
    setAlignment(Pos.CENTER_RIGHT);
    title.setId("status-job-title");
    title.setMinWidth(0);
    figures.setId("status-job-figures");
    figures.setMinWidth(0);
    progress.setId("status-job-progress");
    progress.setPrefWidth(120);
    progress.setMinWidth(48);
    stop =
        Icons.button(
            Feather.X_CIRCLE,
            messages.text("status.cancel"),
            () -> visible.shownProperty().get().forEach(Job::cancel),
            "flat",
            "small");
    stop.setId("status-stop");
    running = new HBox(8, title, figures, progress, stop);
    running.setAlignment(Pos.CENTER_RIGHT);
    running.setMinWidth(0);
    list = commands.iconButton(Command.SHOW_JOBS);
    list.setId("status-job-list");
    list.getStyleClass().add("small");
    list.setContentDisplay(ContentDisplay.LEFT);
    list.setMinWidth(USE_PREF_SIZE);
    getChildren().addAll(running, list);
    ticks.setCycleCount(Animation.INDEFINITE);
    jobs.running().subscribe(this::follow);
    jobs.ended().subscribe(this::showFailures);
    visible.shownProperty().subscribe(this::show);
  }

  private void follow() {
    if (jobs.running().isEmpty()) {
      ticks.stop();
    } else if (ticks.getStatus() != Animation.Status.RUNNING) {
      ticks.play();
    }
    // Ended jobs disappear at once; new ones appear after a delay.
    tick();
  }

  private void tick() {
    visible.refresh();
    showFigures();
  }

  private void show(List<Job> shown) {
    PanelParts.setShown(running, !shown.isEmpty());
    PanelParts.setShown(stop, shown.size() == 1 && shown.getFirst().isStoppable());
    // A title may be cut off, a count may not.
    title.setMinWidth(shown.size() > 1 ? USE_PREF_SIZE : 0);
    if (!shown.isEmpty()) {
      title.setText(
          shown.size() == 1
              ? shown.getFirst().title()
              : messages.text("jobs.count", messages.count(shown.size())));
    }
  }

  private void showFigures() {
    List<Job> shown = visible.shownProperty().get();
    if (shown.isEmpty()) {
      return;
    }
    String text = shown.size() == 1 ? new JobFigures(shown.getFirst(), messages).brief() : "";
    figures.setText(text);
    figures.setManaged(!text.isEmpty());
    progress.setProgress(visible.progress());
    progress.setAccessibleText(title.getText());
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
        jobs.ended().stream()
            .map(EndedJob::outcome)
            .filter(JobOutcome.Failed.class::isInstance)
            .count();
  }

  public void noteSeen() {
    seenFailures = failures();
    showFailures();
  }

  /// The progress of a job as one line of text.
  record JobFigures(Job job, Messages messages) {

    private static final double MILLIS_PER_SECOND = 1000;
    private static final double MEANINGFUL_SHARE = 0.02;
    private static final Duration MEANINGFUL = Duration.ofSeconds(1);

    /// The figures for the status bar; empty unless the job counts bytes.
    String brief() {
      return bytes().orElse("");
    }

    /// All figures, with the elapsed time.
    String full() {
      String elapsed = messages.text("jobs.for", messages.duration(job.elapsed()));
      return bytes()
          .map(now -> now + " · " + elapsed)
          .orElseGet(() -> share(job.progressProperty().get(), elapsed));
    }

    private Optional<String> bytes() {
      return job.throughputProperty().get().map(now -> ByteProgress.text(now, messages));
    }

    private String share(double share, String elapsed) {
      if (share < 0) {
        return elapsed;
      }
      String percent = messages.text("jobs.percent", Math.round(share * 100)) + " · " + elapsed;
      boolean canEstimate = share >= MEANINGFUL_SHARE && job.elapsed().compareTo(MEANINGFUL) >= 0;
      if (!canEstimate) {
        return percent;
      }
      double secondsLeft = job.elapsed().toSeconds() * (1 - share) / share;
      Duration left = Duration.ofMillis((long) (secondsLeft * MILLIS_PER_SECOND));
      return percent + " · " + messages.text("progress.left", messages.duration(left));
    }
  }

  /// The running jobs that have run long enough to be shown. Belongs to the FX thread.
  static final class VisibleJobs {

    /// Shorter jobs would only flicker.
    static final Duration SHOWN_AFTER = Duration.ofMillis(200);

    private final Jobs jobs;
    private final ReadOnlyObjectWrapper<List<Job>> shown = new ReadOnlyObjectWrapper<>(List.of());

    VisibleJobs(Jobs jobs) {
      this.jobs = jobs;
    }

    /// Updates the jobs; to be called regularly while jobs run.
    void refresh() {
      List<Job> now =
          jobs.running().stream()
              .filter(job -> shown.get().contains(job) || job.elapsed().compareTo(SHOWN_AFTER) >= 0)
              .toList();
      if (!now.equals(shown.get())) {
        shown.set(now);
      }
    }

    /// The jobs, oldest first.
    ReadOnlyObjectProperty<List<Job>> shownProperty() {
      return shown.getReadOnlyProperty();
    }

    /// The average progress from 0 to 1, or [Job#INDETERMINATE] if none is known.
    double progress() {
      OptionalDouble known =
          shown.get().stream()
              .mapToDouble(job -> job.progressProperty().get())
              .filter(share -> share >= 0)
              .average();
      return known.orElse(Job.INDETERMINATE);
    }
  }
}
