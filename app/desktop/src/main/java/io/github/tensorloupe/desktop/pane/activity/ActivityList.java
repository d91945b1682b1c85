package io.github.tensorloupe.desktop.pane.activity;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.SceneWays;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.EndedJob.JobResult;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.activity.ActivityChip.JobFigures;
import io.github.tensorloupe.desktop.pane.activity.ActivityChip.VisibleJobs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The list of running and recent jobs above the status bar. Escape closes it. Belongs to the FX
/// thread.
///
/// ControlsFX `TaskProgressView` shows running tasks only, without bytes and results, and names its
/// cancel button in English.
public final class ActivityList extends VBox {

  private static final Duration TICK = Duration.millis(200);
  private static final double WIDTH = 440;
  private static final double HEIGHT = 480;

  private final Jobs jobs;
  private final Messages messages;
  private final VisibleJobs visible;
  private final Consumer<JobResult> onShow;
  private final VBox running = new VBox();
  private final VBox ended = new VBox();
  private final Label endedHeading = new Label();
  private final Label nothing = new Label();
  private final Button stopAll;
  private final Button clear;
  private final Timeline ticks = new Timeline(new KeyFrame(TICK, _ -> tick()));
  private Optional<Node> focusedBefore = Optional.empty();

  public ActivityList(Jobs jobs, Consumer<JobResult> onShow, Messages messages) {
    this.jobs = jobs;
    this.messages = messages;
    this.visible = new VisibleJobs(jobs);
    this.onShow = onShow;
    stopAll = textButton("jobs-stop-all", "jobs.stop-all", this::stopAll);
    clear = textButton("jobs-clear", "jobs.clear", jobs::forgetEnded);
    setId("jobs");
    getStyleClass().add("jobs-list");
    Themes.style(this, ActivityList.class, "activity.css");
    setMaxSize(WIDTH, USE_PREF_SIZE);
    setPrefWidth(WIDTH);
    setAccessibleText(messages.text("command.show-jobs"));
    setAccessibleRole(AccessibleRole.DIALOG);
    setFocusTraversable(true);
    nothing.setText(messages.text("jobs.none"));
    nothing.getStyleClass().addAll("muted", "job-row");
    endedHeading.setText(messages.text("jobs.recent"));
    endedHeading.getStyleClass().addAll("caption", "jobs-heading");
    addEventHandler(KeyEvent.KEY_PRESSED, this::onKey);
    ticks.setCycleCount(Animation.INDEFINITE);
    setShown(false);
    visible.shownProperty().subscribe(this::showRunning);
    Following.of(this).subscribe(jobs.running(), visible::refresh);
    Following.of(this).subscribe(jobs.ended(), this::showEnded);
  }

  /// Fills the list when it is shown for the first time.
  private void fill() {
    ScrollPane scroll = new ScrollPane(new VBox(running, endedHeading, ended, nothing));
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    scroll.setMaxHeight(HEIGHT);
    scroll.setMinHeight(0);
    scroll.setFocusTraversable(false);
    getChildren().setAll(header(), scroll);
  }

  private HBox header() {
    Label heading = new Label(messages.text("command.show-jobs"));
    heading.getStyleClass().add("strong");
    Region gap = new Region();
    HBox.setHgrow(gap, Priority.ALWAYS);
    Button close =
        Icons.button(Feather.X, messages.text("jobs.close"), this::hide, "flat", "small");
    close.setId("jobs-close");
    HBox header = new HBox(8, heading, gap, stopAll, clear, close);
    header.getStyleClass().add("jobs-header");
    header.setAlignment(Pos.CENTER_LEFT);
    return header;
  }

  private Button textButton(String id, String key, Runnable action) {
    Button button = PanelParts.button(id, messages.text(key), action);
    button.getStyleClass().addAll("small", "flat");
    return button;
  }

  private void stopAll() {
    jobs.running().stream().filter(Job::isStoppable).forEach(Job::cancel);
  }

  private void onKey(KeyEvent event) {
    if (event.getCode() == KeyCode.ESCAPE) {
      hide();
      event.consume();
    } else if (event.getCode() == KeyCode.DOWN || event.getCode() == KeyCode.UP) {
      move(event.getCode() == KeyCode.DOWN ? 1 : -1);
      event.consume();
    }
  }

  /// Focuses the next button above or below.
  private void move(int step) {
    List<Node> buttons = SceneWays.traversable(this).filter(Button.class::isInstance).toList();
    int at = getScene() == null ? -1 : buttons.indexOf(getScene().getFocusOwner());
    if (!buttons.isEmpty()) {
      int next = at < 0 ? 0 : Math.clamp(at + step, 0, buttons.size() - 1);
      buttons.get(next).requestFocus();
    }
  }

  public void toggle() {
    if (isVisible()) {
      hide();
    } else {
      focusedBefore = SceneWays.focusedBeside(this);
      if (getChildren().isEmpty()) {
        fill();
      }
      visible.refresh();
      setShown(true);
      showRunning();
      showEnded();
      requestFocus();
    }
  }

  private void hide() {
    setShown(false);
    focusedBefore.filter(node -> node.getScene() == getScene()).ifPresent(Node::requestFocus);
    focusedBefore = Optional.empty();
  }

  private void setShown(boolean shown) {
    PanelParts.setShown(this, shown);
    if (shown) {
      ticks.play();
    } else {
      ticks.stop();
    }
  }

  private void tick() {
    visible.refresh();
    running.getChildren().forEach(row -> ((RunningRow) row).refresh());
  }

  /// Keeps existing rows, and with them the focus.
  private void showRunning() {
    if (isVisible()) {
      List<Job> shown = visible.shownProperty().get();
      running.getChildren().setAll(shown.stream().map(this::rowOf).toList());
      PanelParts.setShown(stopAll, shown.stream().filter(Job::isStoppable).count() > 1);
      showHeadings();
    }
  }

  private Node rowOf(Job job) {
    return running.getChildren().stream()
        .filter(row -> ((RunningRow) row).job == job)
        .findFirst()
        .orElseGet(() -> new RunningRow(job, messages));
  }

  private void showEnded() {
    if (isVisible()) {
      ended
          .getChildren()
          .setAll(
              jobs.ended().stream().map(job -> new EndedRow(job, this::show, messages)).toList());
      showHeadings();
    }
  }

  private void show(JobResult result) {
    hide();
    onShow.accept(result);
  }

  private void showHeadings() {
    boolean hasEnded = !ended.getChildren().isEmpty();
    PanelParts.setShown(endedHeading, hasEnded);
    PanelParts.setShown(clear, hasEnded);
    PanelParts.setShown(nothing, !hasEnded && running.getChildren().isEmpty());
  }

  /// A running job with its progress and a stop button.
  private static final class RunningRow extends HBox {

    final Job job;
    private final Messages messages;
    private final Label figures = new Label();

    RunningRow(Job job, Messages messages) {
      this.job = job;
      this.messages = messages;
      getStyleClass().addAll("job-row", "job-running");
      setAlignment(Pos.CENTER_LEFT);
      Label title = new Label(job.title());
      title.getStyleClass().add("job-title");
      VBox words = new VBox(4, title);
      job.about().ifPresent(name -> words.getChildren().add(caption(name)));
      ProgressBar bar = new ProgressBar();
      bar.progressProperty().bind(job.progressProperty());
      bar.setMaxWidth(Double.MAX_VALUE);
      bar.setAccessibleText(job.title());
      figures.getStyleClass().add("caption");
      words.getChildren().addAll(bar, figures);
      words.setMinWidth(0);
      HBox.setHgrow(words, Priority.ALWAYS);
      getChildren().addAll(words, stopButton());
      refresh();
    }

    private Button stopButton() {
      Button stop =
          Icons.button(
              Feather.X_CIRCLE, messages.text("status.cancel"), job::cancel, "flat", "job-stop");
      stop.setAccessibleText(messages.text("jobs.stop", job.title()));
      stop.setAccessibleHelp(messages.text("status.cancel"));
      stop.setMinWidth(USE_PREF_SIZE);
      stop.setVisible(job.isStoppable());
      stop.disableProperty().bind(job.stoppingProperty());
      return stop;
    }

    void refresh() {
      figures.setText(
          job.stoppingProperty().get()
              ? messages.text("jobs.stopping")
              : new JobFigures(job, messages).full());
    }
  }

  private static Label caption(String text) {
    Label label = new Label(text);
    label.getStyleClass().add("caption");
    return label;
  }

  /// An ended job with its outcome and the way to its result.
  private static final class EndedRow extends HBox {

    private static final int CHARACTERS = 400;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    EndedRow(EndedJob job, Consumer<JobResult> onShow, Messages messages) {
      getStyleClass().addAll("job-row", "job-ended");
      Label title = new Label(job.title());
      title.getStyleClass().add("job-title");
      VBox words = new VBox(4, title);
      words.setMinWidth(0);
      HBox.setHgrow(words, Priority.ALWAYS);
      job.about().ifPresent(name -> words.getChildren().add(caption(name)));
      String sentence = JobNotices.sentence(job, messages);
      if (!sentence.isEmpty()) {
        words
            .getChildren()
            .add(PanelParts.wrapping(DisplayText.of(sentence, CHARACTERS), "job-sentence"));
      }
      String endedAt = CLOCK.format(job.endedAt().atZone(ZoneId.systemDefault()));
      words
          .getChildren()
          .add(caption(messages.text("jobs.ended", endedAt, messages.duration(job.took()))));
      FlowPane buttons = buttons(job, onShow, messages);
      if (!buttons.getChildren().isEmpty()) {
        words.getChildren().add(buttons);
      }
      getChildren().addAll(icon(job.outcome()), words);
    }

    private static FontIcon icon(JobOutcome outcome) {
      return switch (outcome) {
        case JobOutcome.Done _ -> Icons.of(Feather.CHECK_CIRCLE, "icon-success");
        case JobOutcome.Failed _ -> Icons.of(Feather.X_CIRCLE, "icon-danger");
        case JobOutcome.Cancelled _ -> Icons.of(Feather.SLASH);
      };
    }

    private static FlowPane buttons(EndedJob job, Consumer<JobResult> onShow, Messages messages) {
      FlowPane buttons = new FlowPane(8, 8);
      job.result()
          .ifPresent(
              result -> {
                Button show = new Button(JobNotices.action(result, messages));
                show.getStyleClass().addAll("small", "job-show");
                show.setMinWidth(USE_PREF_SIZE);
                show.setOnAction(_ -> onShow.accept(result));
                buttons.getChildren().add(show);
              });
      if (job.outcome() instanceof JobOutcome.Failed(Throwable cause)) {
        buttons
            .getChildren()
            .add(new DetailsButton(Failures.of(cause).doing(job.title()), messages));
      }
      return buttons;
    }
  }
}
