package io.github.tensorloupe.desktop.pane.save;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.pane.save.FileOutcome.Result;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Destination;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Stage;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.Obstacle;
import org.kordamp.ikonli.feather.Feather;

/// The panel of one save, from the review to the outcome.
final class SavePanel {

  /// Actions of the panel's buttons.
  interface Actions {
    /// Saves a copy instead.
    void saveCopy();

    /// Closes the panel.
    void close();

    /// Reloads the files and keeps the pending edits.
    void reload();

    /// Reloads the files and starts the review again.
    void retry();
  }

  private static final int MAX_FILES = 200;
  private static final int NAME_CHARACTERS = 200;
  private static final int SENTENCE_CHARACTERS = 1200;

  private final SaveViewModel model;
  private final Actions actions;
  private final Messages messages;
  private final Panel panel = new Panel("save-panel");
  private final ChangesPart changes;
  private final PlanPart plan;
  private final VBox planSection;
  private final ObstaclesPart obstacles;
  private final Button save;
  private final Button copy;
  private final Button cancel;
  private final Button reload;
  private Optional<List<Button>> arranged = Optional.empty();

  /// @param name of the document, fit for display
  /// @param fileCount of the document
  /// @param showsOptions true if the options are expanded at first
  SavePanel(
      SaveViewModel model,
      String name,
      int fileCount,
      boolean showsOptions,
      Actions actions,
      Messages messages) {
    this.model = model;
    this.actions = actions;
    this.messages = messages;
    changes = new ChangesPart(model.changes(), fileCount, messages);
    plan = new PlanPart(messages);
    obstacles = new ObstaclesPart(model, messages);
    planSection = PanelParts.section(messages.text("save.plan"), plan, obstacles);
    save = button("save", "save", model::save);
    copy = button("copy", "copy", actions::saveCopy);
    cancel = button("cancel", "cancel", actions::close);
    reload = button("reload", "reload", actions::reload);
    panel
        .getStylesheets()
        .add(Objects.requireNonNull(SavePanel.class.getResource("save.css")).toExternalForm());
    panel.setTitle(messages.text(isCopy() ? "save.title.copy" : "save.title"), name);
    panel.setBody(review(showsOptions));
    panel.setOnEscape(actions::close);
    Following.of(panel).subscribe(model.stageProperty(), this::show);
  }

  /// The panel to be shown.
  Panel panel() {
    return panel;
  }

  private boolean isCopy() {
    return !(model.destination() instanceof Destination.SameFiles);
  }

  private Button button(String id, String key, Runnable action) {
    return PanelParts.button("save-" + id, messages.text("save.button." + key), action);
  }

  private VBox review(boolean showsOptions) {
    TitledPane options =
        new TitledPane(messages.text("save.options"), new OptionsPart(model, messages));
    options.setId("save-options-fold");
    options.setAnimated(false);
    options.setExpanded(showsOptions);
    options.getStyleClass().add("save-options-fold");
    return new VBox(20, changes, planSection, options);
  }

  private void show(Stage stage) {
    switch (stage) {
      case Stage.Planning() -> {
        plan.showBusy();
        arrange(List.of(copy), List.of(cancel, save));
      }
      case Stage.Review(var problems, List<PlannedFile> plans) -> {
        changes.show(problems);
        showReview(plans);
      }
      case Stage.Saving() -> showSaving();
      case Stage.Ended(List<FileOutcome> outcomes) -> showEnd(outcomes);
    }
    save.setDisable(!model.isSaveable());
    panel.focusButtons();
  }

  private void showReview(List<PlannedFile> plans) {
    plan.show(plans);
    obstacles.show(plans);
    long ready = plans.stream().filter(PlannedFile::isSaveable).count();
    save.setText(
        ready == 0 || ready == plans.size()
            ? messages.text("save.button.save")
            : messages.text(
                "save.button.save-some", Figures.count(ready), Figures.count(plans.size())));
    if (plans.stream().anyMatch(PlannedFile.Unplanned.class::isInstance)) {
      arrange(List.of(copy), List.of(cancel, save, reload));
    } else if (!isCopy() && isCacheBlob(plans)) {
      arrange(List.of(), List.of(cancel, save, copy));
    } else {
      arrange(isCopy() ? List.of() : List.of(copy), List.of(cancel, save));
    }
    copy.setDisable(plans.isEmpty());
    PanelParts.setShown(planSection, !plans.isEmpty());
  }

  private static boolean isCacheBlob(List<PlannedFile> plans) {
    return plans.stream()
        .anyMatch(
            planned ->
                planned instanceof PlannedFile.Planned(var found)
                    && found.obstacles().stream()
                        .anyMatch(each -> each.kind() == Obstacle.Kind.CACHE_BLOB));
  }

  private void showSaving() {
    Button stop = button("stop", "stop", model::stop);
    stop.addEventHandler(
        ActionEvent.ACTION,
        _ -> {
          stop.setDisable(true);
          stop.setText(messages.text("save.button.stopping"));
        });
    ByteProgress progress =
        new ByteProgress("save-progress", messages.text("save.job.save"), messages);
    Following.of(panel).subscribe(model.savingProperty(), progress::follow);
    panel.setTitle(messages.text("save.title.saving"), "");
    panel.setBody(
        new VBox(12, progress, PanelParts.wrapping(messages.text("save.saving.hint"), "muted")));
    panel.setOnEscape(() -> {});
    panel.setStopButton(stop);
    arranged = Optional.empty();
  }

  private void showEnd(List<FileOutcome> outcomes) {
    long done = outcomes.stream().filter(FileOutcome::isDone).count();
    panel.setTitle(endTitle(done, outcomes.size()), "");
    panel.setBody(outcomeList(outcomes));
    panel.setOnEscape(actions::close);
    Button close = button("close", "close", actions::close);
    Button again = button("again", "again", actions::retry);
    again.setGraphic(Icons.of(Feather.ROTATE_CW));
    // After a write, the files are reloaded anyway.
    boolean stale =
        outcomes.stream().noneMatch(FileOutcome::isWritten)
            && outcomes.stream().anyMatch(each -> each.result() == Result.CHANGED_ON_DISK);
    if (done == outcomes.size()) {
      arrange(List.of(), List.of(close));
    } else {
      arrange(List.of(), stale ? List.of(close, reload) : List.of(again, close));
    }
  }

  private String endTitle(long done, int all) {
    if (done == all) {
      return messages.text("save.title.saved");
    }
    return done == 0
        ? messages.text("save.title.failed")
        : messages.text("save.title.partly", Figures.count(done), Figures.count(all));
  }

  /// The outcome of each file, failures first.
  private VBox outcomeList(List<FileOutcome> outcomes) {
    VBox list = new VBox(8);
    list.setId("save-outcomes");
    list.setMinWidth(0);
    Map<Boolean, List<FileOutcome>> byDone =
        outcomes.stream().collect(Collectors.partitioningBy(FileOutcome::isDone));
    int more = 0;
    for (boolean done : List.of(false, true)) {
      List<FileOutcome> some = byDone.get(done);
      some.stream()
          .limit(MAX_FILES)
          .forEach(each -> list.getChildren().add(notice(each, outcomes.size() > 1)));
      more += Math.max(0, some.size() - MAX_FILES);
    }
    if (more > 0) {
      String text = messages.text("save.files.more", Figures.count(more));
      list.getChildren().add(PanelParts.wrapping(text, "muted"));
    }
    return list;
  }

  private Node notice(FileOutcome outcome, boolean namesFile) {
    String sentence = DisplayText.of(outcome.sentence(), SENTENCE_CHARACTERS);
    String name = DisplayText.of(String.valueOf(outcome.target().getFileName()), NAME_CHARACTERS);
    boolean hasName = !namesFile || sentence.contains(name);
    return PanelParts.notice(
        tone(outcome),
        hasName ? sentence : name + ": " + sentence,
        outcome
            .cause()
            .map(cause -> DetailsButton.where(failure(outcome, cause), messages))
            .orElseGet(() -> new Node[0]));
  }

  private Failure failure(FileOutcome outcome, Throwable cause) {
    return Failure.told(outcome.sentence(), cause)
        .doing(messages.text("save.job.save"))
        .about(outcome.target());
  }

  private static Tone tone(FileOutcome outcome) {
    return switch (outcome.result()) {
      case SAVED -> Tone.SUCCESS;
      case UNCHANGED -> Tone.INFO;
      case UNCONFIRMED, STOPPED -> Tone.WARNING;
      case FAILED, CHANGED_ON_DISK -> Tone.DANGER;
    };
  }

  /// Setting the same buttons again would move the focus.
  private void arrange(List<Button> aside, List<Button> buttons) {
    if (!arranged.equals(Optional.of(buttons))) {
      panel.setButtons(aside, buttons);
      arranged = Optional.of(buttons);
    }
  }
}
