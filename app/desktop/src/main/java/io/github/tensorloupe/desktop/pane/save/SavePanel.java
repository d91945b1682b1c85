package io.github.tensorloupe.desktop.pane.save;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.StagedPanel;
import io.github.tensorloupe.desktop.control.panel.StagedWork.State;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.save.SaveFlow.SaveRequest;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome.Result;
import io.github.tensorloupe.desktop.pane.save.SaveRun.PlannedFile;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Step;
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
  private final SaveRequest request;
  private final SaveFlow flow;
  private final Messages messages;
  final StagedPanel<Step> staged;
  private final ChangesPart changes;
  private final PlanPart plan;
  private final VBox planSection;
  private final TitledPane options;
  private final Button save;
  private final Button copy;
  private final List<Button> copyOffer;
  private final Button cancel;
  private final Button reload;

  SavePanel(SaveViewModel model, SaveRequest request, SaveFlow flow, PaneContext context) {
    this.model = model;
    this.request = request;
    this.flow = flow;
    this.messages = context.messages();
    staged =
        new StagedPanel<>(
            "save", messages.text("save.button.close"), model.work, context.panels(), messages);
    changes = new ChangesPart(model, request.document().checkpoint().files().size(), messages);
    plan = new PlanPart(model, messages);
    planSection = PanelParts.section(messages.text("save.plan"), plan);
    save = button("save", model::save);
    copy = button("copy", flow::saveCopy);
    copyOffer = request.isCopy() ? List.of() : List.of(copy);
    cancel = button("cancel", staged::close);
    reload = button("reload", () -> closeThen(flow::reload));
    options = new TitledPane(messages.text("save.options"), options());
    PanelParts.named(options, "save-options-fold", "save-options-fold")
        .setExpanded(request.aligns());
    options.setAnimated(false);
    staged.setRunHint(messages.text("save.saving.hint"));
    showReview(copyOffer, List.of(cancel, save));
    staged.begin(this::show);
    WeakSubscriptions.of(staged.panel).subscribe(model.work.stateProperty(), this::showTitle);
  }

  private Button button(String id, Runnable action) {
    return staged.button(id, messages.text("save.button." + id), action);
  }

  private void closeThen(Runnable action) {
    staged.close();
    action.run();
  }

  private void showTitle(State<Step> state) {
    switch (state) {
      case State.Running<Step> _ -> staged.panel.setTitle(messages.text("save.title.saving"), "");
      case State.Waiting<Step>(Step.Ended(List<FileOutcome> outcomes), var _) ->
          staged.panel.setTitle(endTitle(outcomes), "");
      default ->
          staged.panel.setTitle(
              messages.text(request.isCopy() ? "save.title.copy" : "save.title"),
              DisplayText.of(request.document().name()));
    }
  }

  private void show(Step step) {
    switch (step) {
      case Step.Review review -> {
        changes.show(review.problems());
        showReview(review);
      }
      case Step.Ended(List<FileOutcome> outcomes) -> showEnd(outcomes);
    }
  }

  private void showReview(List<Button> aside, List<Button> buttons) {
    staged.showStep(List.of(changes, planSection, options), aside, buttons);
  }

  private void showReview(Step.Review review) {
    List<PlannedFile> plans = review.plans();
    plan.show(plans);
    long ready = plans.stream().filter(PlannedFile::isSaveable).count();
    save.setDisable(ready == 0);
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
      showReview(copyOffer, List.of(cancel, save, reload));
    } else if (!request.isCopy() && isCacheBlob) {
      showReview(List.of(), List.of(cancel, save, copy));
    } else {
      showReview(copyOffer, List.of(cancel, save));
    }
    copy.setDisable(plans.isEmpty());
    PanelParts.setShown(planSection, !plans.isEmpty());
  }

  private void showEnd(List<FileOutcome> outcomes) {
    // After a write, the files are reloaded in any case.
    boolean stale =
        outcomes.stream().noneMatch(FileOutcome::isWritten)
            && outcomes.stream().anyMatch(each -> each.result() == Result.CHANGED_ON_DISK);
    List<Button> buttons = List.of(staged.close);
    if (stale) {
      buttons = List.of(staged.close, reload);
    } else if (!outcomes.stream().allMatch(FileOutcome::isDone)) {
      Button again = button("again", () -> closeThen(() -> flow.retry(request)));
      again.setGraphic(Icons.of(Feather.ROTATE_CW));
      buttons = List.of(again, staged.close);
    }
    staged.showStep(List.of(outcomeList(outcomes)), List.of(), buttons);
  }

  private String endTitle(List<FileOutcome> outcomes) {
    long done = outcomes.stream().filter(FileOutcome::isDone).count();
    if (done == outcomes.size()) {
      return messages.text("save.title.saved");
    }
    return done == 0
        ? messages.text("save.title.failed")
        : messages.text("save.title.partly", messages.count(done), messages.count(outcomes.size()));
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
    List<Node> details = new ArrayList<>();
    if (outcome.cause().isPresent()) {
      Failure failure =
          Failure.ofMessage(outcome.sentence(), outcome.cause().get())
              .doing(messages.text("save.job.save"))
              .about(outcome.target());
      details.add(new DetailsButton(failure, messages));
    }
    return PanelParts.notice(
        tone, hasName ? sentence : name + ": " + sentence, details.toArray(Node[]::new));
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
        .subscribe(selected -> model.setOptions(model.options().withComparesData(selected)));
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
