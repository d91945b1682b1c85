package io.github.tensorloupe.desktop.pane.save;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome.Result;
import io.github.tensorloupe.desktop.pane.save.SaveRun.PlannedFile;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Destination;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Stage;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
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
  private static final List<Integer> ROOM = List.of(0, 4096, 65_536, 1 << 20);
  private static final List<OptionalInt> ALIGNMENTS =
      List.of(OptionalInt.empty(), OptionalInt.of(8), OptionalInt.of(64), OptionalInt.of(4096));

  private final SaveViewModel model;
  private final SaveFlow.Review actions;
  private final Messages messages;
  final Panel panel = new Panel("save-panel");
  private final ChangesPart changes;
  private final PlanPart plan;
  private final VBox planSection;
  private final Button save;
  private final Button copy;
  private final List<Button> copyOffer;
  private final Button cancel;
  private final Button reload;
  private List<List<Button>> arranged = List.of();

  /// @param showsOptions true if the options are initially expanded
  SavePanel(
      SaveViewModel model,
      OpenDocument document,
      boolean showsOptions,
      SaveFlow.Review actions,
      Messages messages) {
    this.model = model;
    this.actions = actions;
    this.messages = messages;
    changes = new ChangesPart(model, document.checkpoint().files().size(), messages);
    plan = new PlanPart(model, messages);
    planSection = PanelParts.section(messages.text("save.plan"), plan);
    save = button("save", model::save);
    copy = button("copy", actions::saveCopy);
    copyOffer = isCopy() ? List.of() : List.of(copy);
    cancel = button("cancel", actions::close);
    reload = button("reload", actions::reload);
    TitledPane options = new TitledPane(messages.text("save.options"), options());
    PanelParts.named(options, "save-options-fold", "save-options-fold").setExpanded(showsOptions);
    options.setAnimated(false);
    String title = messages.text(isCopy() ? "save.title.copy" : "save.title");
    panel.setTitle(title, DisplayText.of(document.name()));
    panel.setBody(new VBox(20, changes, planSection, options));
    panel.setOnEscape(actions::close);
    WeakSubscriptions.of(panel).subscribe(model.stage, this::show);
  }

  private boolean isCopy() {
    return !(model.destination instanceof Destination.SameFiles);
  }

  private Button button(String id, Runnable action) {
    return PanelParts.button("save-" + id, messages.text("save.button." + id), action);
  }

  private void show(Stage stage) {
    switch (stage) {
      case Stage.Planning() -> {
        plan.showBusy();
        arrange(copyOffer, List.of(cancel, save));
      }
      case Stage.Review(var problems, List<PlannedFile> plans) -> {
        changes.show(problems);
        showReview(plans);
      }
      case Stage.Saving(Job job) -> showSaving(job);
      case Stage.Ended(var outcomes) -> showEnd(outcomes);
    }
    save.setDisable(!model.isSaveable());
    panel.focusButtons();
  }

  private void showReview(List<PlannedFile> plans) {
    plan.show(plans);
    long ready = plans.stream().filter(PlannedFile::isSaveable).count();
    save.setText(
        ready == 0 || ready == plans.size()
            ? messages.text("save.button.save")
            : messages.text(
                "save.button.save-some", messages.count(ready), messages.count(plans.size())));
    boolean isCacheBlob =
        plans.stream()
            .flatMap(file -> file.plan().stream())
            .flatMap(each -> each.obstacles().stream())
            .anyMatch(obstacle -> obstacle.kind() == Obstacle.Kind.CACHE_BLOB);
    if (plans.stream().anyMatch(file -> file.failure().isPresent())) {
      arrange(copyOffer, List.of(cancel, save, reload));
    } else if (!isCopy() && isCacheBlob) {
      arrange(List.of(), List.of(cancel, save, copy));
    } else {
      arrange(copyOffer, List.of(cancel, save));
    }
    copy.setDisable(plans.isEmpty());
    PanelParts.setShown(planSection, !plans.isEmpty());
  }

  private void showSaving(Job job) {
    Button stop = button("stop", model::stop);
    stop.addEventHandler(
        ActionEvent.ACTION,
        _ -> {
          stop.setDisable(true);
          stop.setText(messages.text("save.button.stopping"));
        });
    ByteProgress progress =
        new ByteProgress("save-progress", messages.text("save.job.save"), messages);
    progress.follow(Optional.of(job));
    panel.setTitle(messages.text("save.title.saving"), "");
    panel.setBody(
        new VBox(12, progress, PanelParts.wrapping(messages.text("save.saving.hint"), "muted")));
    panel.setOnEscape(() -> {});
    panel.setStopButton(stop);
    arranged = List.of();
  }

  private void showEnd(List<FileOutcome> outcomes) {
    long done = outcomes.stream().filter(FileOutcome::isDone).count();
    panel.setTitle(endTitle(done, outcomes.size()), "");
    panel.setBody(outcomeList(outcomes));
    panel.setOnEscape(actions::close);
    Button close = button("close", actions::close);
    Button again = button("again", actions::retry);
    again.setGraphic(Icons.of(Feather.ROTATE_CW));
    // After a write, the files are reloaded in any case.
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

  private VBox outcomeList(List<FileOutcome> outcomes) {
    VBox list = PanelParts.named(new VBox(8), "save-outcomes");
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
    Tone tone =
        switch (outcome.result()) {
          case SAVED -> Tone.SUCCESS;
          case UNCHANGED -> Tone.INFO;
          case UNCONFIRMED, STOPPED -> Tone.WARNING;
          case FAILED, CHANGED_ON_DISK -> Tone.DANGER;
        };
    return PanelParts.notice(
        tone,
        hasName ? sentence : name + ": " + sentence,
        outcome.cause().stream()
            .map(cause -> Failure.ofMessage(outcome.sentence(), cause))
            .map(
                saveFailure ->
                    saveFailure.doing(messages.text("save.job.save")).about(outcome.target()))
            .map(failure -> new DetailsButton(failure, messages))
            .toArray(Node[]::new));
  }

  /// Replacing the buttons would move the focus.
  private void arrange(List<Button> aside, List<Button> buttons) {
    List<List<Button>> wanted = List.of(aside, buttons);
    if (!arranged.equals(wanted)) {
      panel.setButtons(aside, buttons);
      arranged = wanted;
    }
  }

  private VBox options() {
    GridPane grid = PlanPart.grid(8);
    addChoice(
        grid,
        "strategy",
        List.of(StrategyChoice.values()),
        SaveOptions::strategy,
        choice -> messages.text("save.strategy." + Messages.word(choice)),
        SaveOptions::withStrategy);
    addChoice(
        grid,
        "room",
        ROOM,
        SaveOptions::reservedBytes,
        bytes ->
            bytes == 0
                ? messages.text("save.room.none")
                : messages.text("save.room.some", messages.count(bytes)),
        SaveOptions::withReservedBytes);
    addChoice(
        grid,
        "alignment",
        ALIGNMENTS,
        SaveOptions::alignment,
        bytes ->
            bytes.isEmpty()
                ? messages.text("save.alignment.keep")
                : messages.text("save.alignment.multiple", messages.count(bytes.getAsInt())),
        SaveOptions::withAlignment);
    CheckBox compare = new CheckBox(messages.text("save.option.compare"));
    compare.setId("save-compare");
    compare.setSelected(model.options().comparesData());
    compare
        .selectedProperty()
        .subscribe(wanted -> model.setOptions(model.options().withComparesData(wanted)));
    String hint = messages.text("save.option.compare.hint");
    VBox comparison = new VBox(4, compare, PanelParts.wrapping(hint, "caption"));
    return PanelParts.named(new VBox(12, grid, comparison), "save-options");
  }

  private <T> void addChoice(
      GridPane grid,
      String id,
      List<T> values,
      Function<SaveOptions, T> now,
      Function<T, String> text,
      BiFunction<SaveOptions, T, SaveOptions> change) {
    ComboBox<T> box = PanelParts.named(new ComboBox<>(), "save-" + id);
    box.getItems().setAll(values);
    box.setValue(now.apply(model.options()));
    box.setConverter(PanelParts.choiceText(text));
    box.valueProperty().subscribe(value -> model.setOptions(change.apply(model.options(), value)));
    box.setMaxWidth(Double.MAX_VALUE);
    Label name = PanelParts.label(messages.text("save.option." + id), "muted");
    name.setLabelFor(box);
    grid.addRow(grid.getRowCount(), name, box);
  }
}
