package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.save.Obstacle;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Shows one save from the review to its end.
final class SavePanel {

  /// What the panel asks for.
  interface Wishes {
    /// Saves into another place instead.
    void saveCopy();

    /// Takes the panel away.
    void close();

    /// Reads the files again; what is pending stays.
    void reload();

    /// Begins the review again.
    void tryAgain();
  }

  private final SaveViewModel model;
  private final Wishes wishes;
  private final Messages messages;
  private final Panel panel = new Panel("save-panel");
  private final ChangesPart changes;
  private final PlanPart plan;
  private final VBox whatIsWritten;
  private final ObstaclesPart obstacles;
  private final Button save;
  private final Button copy;
  private final Button cancel;
  private final Button reload;
  private Optional<List<Button>> arranged = Optional.empty();

  /// What is saved.
  ///
  /// @param name of the document, fit for display
  /// @param fileCount of the document
  /// @param showsOptions whether the options are in sight from the beginning
  record About(String name, int fileCount, boolean showsOptions) {}

  SavePanel(SaveViewModel model, About about, Wishes wishes, Messages messages) {
    this.model = model;
    this.wishes = wishes;
    this.messages = messages;
    this.changes = new ChangesPart(model.changes(), about.fileCount(), messages);
    this.plan = new PlanPart(messages);
    this.obstacles = new ObstaclesPart(model, messages);
    this.whatIsWritten = Notices.section(messages.text("save.plan"), plan, obstacles);
    whatIsWritten.managedProperty().bind(whatIsWritten.visibleProperty());
    this.save = button("save-save", "save.button.save", model::save);
    this.copy = button("save-copy", "save.button.copy", wishes::saveCopy);
    this.cancel = button("save-cancel", "save.button.cancel", wishes::close);
    this.reload = button("save-reload", "save.button.reload", wishes::reload);
    panel
        .getStylesheets()
        .add(Objects.requireNonNull(SavePanel.class.getResource("save.css")).toExternalForm());
    panel.setTitle(messages.text(isCopy() ? "save.title.copy" : "save.title"), about.name());
    panel.setBody(review(about));
    panel.setOnEscape(wishes::close);
    Following.of(panel).subscribe(model.stageProperty(), this::show);
  }

  /// The panel, to be shown.
  Panel panel() {
    return panel;
  }

  private boolean isCopy() {
    return !(model.destination() instanceof Destination.SameFiles);
  }

  private Button button(String id, String key, Runnable action) {
    Button button = new Button(messages.text(key));
    button.setId(id);
    button.setOnAction(_ -> action.run());
    return button;
  }

  private VBox review(About about) {
    TitledPane options =
        new TitledPane(messages.text("save.options"), new OptionsPart(model, messages));
    options.setId("save-options-fold");
    options.setAnimated(false);
    options.setExpanded(about.showsOptions());
    options.getStyleClass().add("save-options-fold");
    return new VBox(20, changes, whatIsWritten, options);
  }

  private void show(SaveStage stage) {
    switch (stage) {
      case SaveStage.Planning() -> {
        plan.showBusy();
        arrange(List.of(copy), List.of(cancel, save));
      }
      case SaveStage.Review(var problems, List<PlannedFile> plans) -> {
        changes.show(problems);
        showReview(plans);
      }
      case SaveStage.Saving() -> showSaving();
      case SaveStage.Ended(List<FileOutcome> outcomes) -> showEnd(outcomes);
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
    whatIsWritten.setVisible(!plans.isEmpty());
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
    Button stop = button("save-stop", "save.button.stop", () -> {});
    stop.setOnAction(
        _ -> {
          model.stop();
          stop.setDisable(true);
          stop.setText(messages.text("save.button.stopping"));
        });
    panel.setTitle(messages.text("save.title.saving"), "");
    panel.setBody(new ProgressPart(model, messages));
    panel.setOnEscape(() -> {});
    panel.setStopButton(stop);
    arranged = Optional.empty();
  }

  private void showEnd(List<FileOutcome> outcomes) {
    long done = outcomes.stream().filter(FileOutcome::isAsWanted).count();
    panel.setTitle(endTitle(done, outcomes.size()), "");
    panel.setBody(new OutcomePart(outcomes, messages));
    panel.setOnEscape(wishes::close);
    Button close = button("save-close", "save.button.close", wishes::close);
    Button again = button("save-again", "save.button.again", wishes::tryAgain);
    again.setGraphic(Icons.of(Feather.ROTATE_CW));
    // Where something was written, the files are read again anyway.
    boolean stale =
        outcomes.stream().noneMatch(FileOutcome::isWritten)
            && outcomes.stream()
                .anyMatch(each -> each.result() == FileOutcome.Result.CHANGED_ON_DISK);
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

  /// Arranging the same buttons again would move the focus.
  private void arrange(List<Button> aside, List<Button> buttons) {
    if (!arranged.equals(Optional.of(buttons))) {
      panel.setButtons(aside, buttons);
      arranged = Optional.of(buttons);
    }
  }
}
