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
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome.Result;
import io.github.tensorloupe.desktop.pane.save.SaveRun.PlannedFile;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Destination;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Stage;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.Obstacle;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.StrategyChoice;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The panel of one save, from the review to the outcome.
final class SavePanel {

  private static final int MAX_FILES = 200;
  private static final int NAME_CHARACTERS = 200;
  private static final int SENTENCE_CHARACTERS = 1200;

  private final SaveViewModel model;
  private final SaveFlow.Review actions;
  private final Messages messages;
  private final Panel panel = new Panel("save-panel");
  private final ChangesPart changes;
  private final PlanPart plan;
  private final VBox planSection;
  private final PlanPart.ObstaclesPart obstacles;
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
      SaveFlow.Review actions,
      Messages messages) {
    this.model = model;
    this.actions = actions;
    this.messages = messages;
    changes = new ChangesPart(model.changes(), fileCount, messages);
    plan = new PlanPart(messages);
    obstacles = new PlanPart.ObstaclesPart(model, messages);
    planSection = PanelParts.section(messages.text("save.plan"), plan, obstacles);
    save = button("save", model::save);
    copy = button("copy", actions::saveCopy);
    cancel = button("cancel", actions::close);
    reload = button("reload", actions::reload);
    Themes.style(panel, SavePanel.class, "save.css");
    panel.setTitle(messages.text(isCopy() ? "save.title.copy" : "save.title"), name);
    panel.setBody(review(showsOptions));
    panel.setOnEscape(actions::close);
    Following.of(panel).subscribe(model.stageProperty(), this::show);
  }

  Panel panel() {
    return panel;
  }

  private boolean isCopy() {
    return !(model.destination() instanceof Destination.SameFiles);
  }

  private Button button(String id, Runnable action) {
    return PanelParts.button("save-" + id, messages.text("save.button." + id), action);
  }

  private VBox review(boolean showsOptions) {
    TitledPane options = new TitledPane(messages.text("save.options"), new OptionsPart());
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
                "save.button.save-some", messages.count(ready), messages.count(plans.size())));
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
        .flatMap(file -> file.plan().stream())
        .flatMap(plan -> plan.obstacles().stream())
        .anyMatch(obstacle -> obstacle.kind() == Obstacle.Kind.CACHE_BLOB);
  }

  private void showSaving() {
    Button stop = button("stop", model::stop);
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
    Button close = button("close", actions::close);
    Button again = button("again", actions::retry);
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
        : messages.text("save.title.partly", messages.count(done), messages.count(all));
  }

  /// The outcome of each file, failures first.
  private VBox outcomeList(List<FileOutcome> outcomes) {
    VBox list = new VBox(8);
    list.setId("save-outcomes");
    list.setMinWidth(0);
    for (boolean done : List.of(false, true)) {
      outcomes.stream()
          .filter(each -> each.isDone() == done)
          .limit(MAX_FILES)
          .map(each -> notice(each, outcomes.size() > 1))
          .forEach(list.getChildren()::add);
    }
    int more = outcomes.size() - list.getChildren().size();
    if (more > 0) {
      String text = messages.text("save.files.more", messages.count(more));
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
        outcome.cause().stream()
            .map(cause -> new DetailsButton(failure(outcome, cause), messages))
            .toArray(Node[]::new));
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

  /// The options of a save. Every change makes new plans.
  private final class OptionsPart extends VBox {

    private static final List<Integer> ROOM = List.of(0, 4096, 65_536, 1 << 20);
    private static final List<OptionalInt> ALIGNMENTS =
        List.of(OptionalInt.empty(), OptionalInt.of(8), OptionalInt.of(64), OptionalInt.of(4096));

    private final GridPane grid = new GridPane(16, 8);

    OptionsPart() {
      super(12);
      setId("save-options");
      SaveOptions now = model.options();
      ColumnConstraints names = new ColumnConstraints();
      names.setMinWidth(Region.USE_PREF_SIZE);
      ColumnConstraints values = new ColumnConstraints();
      values.setHgrow(Priority.ALWAYS);
      grid.getColumnConstraints().setAll(names, values);
      addChoice(
          "strategy",
          List.of(StrategyChoice.values()),
          now.strategy(),
          this::strategyText,
          SaveOptions::withStrategy);
      addChoice("room", ROOM, now.reservedBytes(), this::roomText, SaveOptions::withReservedBytes);
      addChoice(
          "alignment",
          ALIGNMENTS,
          now.alignment(),
          this::alignmentText,
          SaveOptions::withAlignment);
      getChildren().addAll(grid, comparison());
    }

    private <T> void addChoice(
        String id,
        List<T> values,
        T now,
        Function<T, String> text,
        BiFunction<SaveOptions, T, SaveOptions> change) {
      ComboBox<T> box = new ComboBox<>();
      box.setId("save-" + id);
      box.getItems().setAll(values);
      box.setValue(now);
      box.setConverter(PanelParts.choiceText(text));
      box.valueProperty().subscribe(value -> decide(options -> change.apply(options, value)));
      Label name = new Label(messages.text("save.option." + id));
      name.getStyleClass().add("muted");
      name.setLabelFor(box);
      box.setMaxWidth(Double.MAX_VALUE);
      grid.addRow(grid.getRowCount(), name, box);
    }

    private VBox comparison() {
      CheckBox box = new CheckBox(messages.text("save.option.compare"));
      box.setId("save-compare");
      box.setSelected(model.options().comparesData());
      box.selectedProperty()
          .subscribe(wanted -> decide(options -> options.withComparesData(wanted)));
      return new VBox(
          4, box, PanelParts.wrapping(messages.text("save.option.compare.hint"), "caption"));
    }

    private void decide(UnaryOperator<SaveOptions> change) {
      model.setOptions(change.apply(model.options()));
    }

    private String strategyText(StrategyChoice choice) {
      return messages.text(
          switch (choice) {
            case AUTO -> "save.strategy.auto";
            case IN_PLACE -> "save.strategy.in-place";
            case REWRITE -> "save.strategy.rewrite";
          });
    }

    private String roomText(int byteCount) {
      return byteCount == 0
          ? messages.text("save.room.none")
          : messages.text("save.room.some", messages.count(byteCount));
    }

    private String alignmentText(OptionalInt alignment) {
      return alignment.isEmpty()
          ? messages.text("save.alignment.keep")
          : messages.text("save.alignment.multiple", messages.count(alignment.getAsInt()));
    }
  }
}
