package io.github.tensorloupe.desktop.pane.activity;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.EndedJob.JobResult;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import java.time.Duration;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The list of running and recent jobs above the status bar. Escape closes it. Belongs to the FX
/// thread.
///
/// ControlsFX `TaskProgressView` shows running tasks only, without bytes and results, and names its
/// cancel button in English.
public final class ActivityList extends VBox {

  private static final double WIDTH = 440;
  private static final double HEIGHT = 480;
  private static final int CHARACTERS = 400;
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final double MEANINGFUL_SHARE = 0.02;

  private final Jobs jobs;
  private final ActivityChip chip;
  private final Messages messages;
  private final Consumer<JobResult> onShow;
  private final VBox running = new VBox();
  private final VBox ended = new VBox();
  private final Label endedHeading =
      PanelParts.label(messages.text("jobs.recent"), "caption", "jobs-heading");
  private final Label nothing = PanelParts.label(messages.text("jobs.none"), "muted", "job-row");
  private final Button stopAll = textButton("stop-all", this::stopAll);
  private final Button clear = textButton("clear", jobs::forgetEnded);
  private Optional<Node> focusedBefore = Optional.empty();

  /// @param chip provides the shown jobs and the ticks that refresh their figures
  public ActivityList(Jobs jobs, ActivityChip chip, Consumer<JobResult> onShow, Messages messages) {
    this.jobs = jobs;
    this.chip = chip;
    this.messages = messages;
    this.onShow = onShow;
    super();
    PanelParts.named(this, "jobs", "jobs-list");
    setMaxSize(WIDTH, USE_PREF_SIZE);
    setPrefWidth(WIDTH);
    setAccessibleText(messages.text("command.show-jobs"));
    setAccessibleRole(AccessibleRole.DIALOG);
    setFocusTraversable(true);
    addEventHandler(KeyEvent.KEY_PRESSED, this::onKey);
    PanelParts.setShown(this, false);
    WeakSubscriptions.of(this).subscribe(chip.shown, _ -> showRunning());
    WeakSubscriptions.of(this).subscribe(chip.ticks, _ -> showFigures());
    WeakSubscriptions.of(this).subscribe(jobs.ended(), this::showEnded);
  }

  /// Fills the list when it is shown for the first time.
  private void fill() {
    ScrollPane scroll = new ScrollPane(new VBox(running, endedHeading, ended, nothing));
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    scroll.setMaxHeight(HEIGHT);
    scroll.setMinHeight(0);
    scroll.setFocusTraversable(false);
    Button close =
        Icons.button(Feather.X, messages.text("jobs.close"), this::hide, "flat", "small");
    close.setId("jobs-close");
    Label heading = PanelParts.label(messages.text("command.show-jobs"), "strong");
    HBox header = PanelParts.row(8, heading, new Spacer(), stopAll, clear, close);
    header.getStyleClass().add("jobs-header");
    getChildren().setAll(header, scroll);
  }

  private Button textButton(String word, Runnable action) {
    Button button = PanelParts.button("jobs-" + word, messages.text("jobs." + word), action);
    button.getStyleClass().addAll("small", "flat");
    return button;
  }

  private void stopAll() {
    jobs.running().stream().filter(Job::isStoppable).forEach(Job::cancel);
  }

  private void onKey(KeyEvent event) {
    switch (event.getCode()) {
      case ESCAPE -> hide();
      case DOWN -> move(1);
      case UP -> move(-1);
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void move(int step) {
    List<Node> buttons = FocusTraversal.traversable(this).filter(Button.class::isInstance).toList();
    int at = getScene() == null ? -1 : buttons.indexOf(getScene().getFocusOwner());
    if (!buttons.isEmpty()) {
      int next = at < 0 ? 0 : Math.clamp(at + step, 0, buttons.size() - 1);
      buttons.get(next).requestFocus();
    }
  }

  public void toggle() {
    if (isVisible()) {
      hide();
      return;
    }
    focusedBefore = FocusTraversal.focusOwnerOf(this);
    if (getChildren().isEmpty()) {
      fill();
    }
    PanelParts.setShown(this, true);
    showRunning();
    showEnded();
    requestFocus();
  }

  private void hide() {
    PanelParts.setShown(this, false);
    focusedBefore.filter(node -> node.getScene() == getScene()).ifPresent(Node::requestFocus);
    focusedBefore = Optional.empty();
  }

  private void showFigures() {
    if (isVisible()) {
      running.getChildren().forEach(row -> ((RunningRow) row).refresh());
    }
  }

  /// Reuses existing rows, to keep the focus.
  private void showRunning() {
    if (isVisible()) {
      List<Job> shown = chip.shown.getValue();
      running.getChildren().setAll(shown.stream().map(this::rowOf).toList());
      PanelParts.setShown(stopAll, shown.stream().filter(Job::isStoppable).count() > 1);
      showHeadings();
    }
  }

  private Node rowOf(Job job) {
    return running.getChildren().stream()
        .filter(row -> ((RunningRow) row).job == job)
        .findFirst()
        .orElseGet(() -> new RunningRow(job));
  }

  private void showEnded() {
    if (isVisible()) {
      ended.getChildren().setAll(jobs.ended().stream().map(this::endedRow).toList());
      showHeadings();
    }
  }

  private void showHeadings() {
    boolean hasEnded = !ended.getChildren().isEmpty();
    PanelParts.setShown(endedHeading, hasEnded);
    PanelParts.setShown(clear, hasEnded);
    PanelParts.setShown(nothing, !hasEnded && running.getChildren().isEmpty());
  }

  private static VBox words(String title, Optional<String> about) {
    VBox words = new VBox(4, PanelParts.elastic(title, "job-title"));
    about.ifPresent(name -> words.getChildren().add(PanelParts.elastic(name, "caption")));
    words.setMinWidth(0);
    HBox.setHgrow(words, Priority.ALWAYS);
    return words;
  }

  private final class RunningRow extends HBox {

    private final Job job;
    private final Label figures = PanelParts.label("", "caption");

    RunningRow(Job job) {
      this.job = job;
      getStyleClass().addAll("job-row", "job-running");
      setAlignment(Pos.CENTER_LEFT);
      ProgressBar bar = new ProgressBar();
      bar.progressProperty().bind(job.progressProperty());
      bar.setMaxWidth(Double.MAX_VALUE);
      bar.setAccessibleText(job.title());
      VBox words = words(job.title(), job.about());
      words.getChildren().addAll(bar, figures);
      String name = messages.text("status.cancel");
      Button stop = Icons.button(Feather.X_CIRCLE, name, job::cancel, "flat", "job-stop");
      stop.setAccessibleText(messages.text("jobs.stop", job.title()));
      stop.setAccessibleHelp(name);
      stop.setMinWidth(USE_PREF_SIZE);
      stop.setVisible(job.isStoppable());
      stop.disableProperty().bind(job.stoppingProperty());
      getChildren().addAll(words, stop);
      refresh();
    }

    void refresh() {
      figures.setText(job.stoppingProperty().get() ? messages.text("jobs.stopping") : figures());
    }

    private String figures() {
      String elapsed = messages.text("jobs.for", messages.duration(job.elapsed()));
      Optional<String> bytes = ActivityChip.bytes(job, messages);
      double share = job.progressProperty().get();
      if (bytes.isPresent() || share < 0) {
        return bytes.map(text -> text + " · " + elapsed).orElse(elapsed);
      }
      String percent = messages.text("jobs.percent", Math.round(share * 100)) + " · " + elapsed;
      long seconds = job.elapsed().toSeconds();
      if (share < MEANINGFUL_SHARE || seconds < 1) {
        return percent;
      }
      Duration left = Duration.ofMillis((long) (1000 * (seconds * (1 - share) / share)));
      return percent + " · " + messages.text("progress.left", messages.duration(left));
    }
  }

  private HBox endedRow(EndedJob job) {
    VBox words = words(job.title(), job.about());
    String sentence = DisplayText.of(JobNotices.sentence(job, messages), CHARACTERS);
    if (!sentence.isEmpty()) {
      words.getChildren().add(PanelParts.wrapping(sentence, "job-sentence"));
    }
    String endedAt = CLOCK.format(job.endedAt().atZone(ZoneId.systemDefault()));
    String when = messages.text("jobs.ended", endedAt, messages.duration(job.took()));
    words.getChildren().add(PanelParts.label(when, "caption"));
    FlowPane buttons = new FlowPane(8, 8);
    job.result().ifPresent(result -> buttons.getChildren().add(showButton(result)));
    if (job.outcome() instanceof JobOutcome.Failed(Throwable cause)) {
      buttons.getChildren().add(new DetailsButton(Failures.of(cause).doing(job.title()), messages));
    }
    if (!buttons.getChildren().isEmpty()) {
      words.getChildren().add(buttons);
    }
    HBox row =
        new HBox(
            switch (job.outcome()) {
              case JobOutcome.Done _ -> Icons.of(Feather.CHECK_CIRCLE, "icon-success");
              case JobOutcome.Failed _ -> Icons.of(Feather.X_CIRCLE, "icon-danger");
              case JobOutcome.Cancelled _ -> Icons.of(Feather.SLASH);
            },
            words);
    row.getStyleClass().addAll("job-row", "job-ended");
    return row;
  }

  private Button showButton(JobResult result) {
    Button show = new Button(JobNotices.action(result, messages));
    show.setMnemonicParsing(false);
    show.getStyleClass().addAll("small", "job-show");
    show.setMinWidth(USE_PREF_SIZE);
    show.setOnAction(
        _ -> {
          hide();
          onShow.accept(result);
        });
    return show;
  }
}
