package io.github.tensorloupe.desktop.pane.hash.tensors;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.pane.hash.tensors.TensorTask.Outcome;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A card of the pane: purpose, buttons, progress and outcome of a task, and the tensors it found.
final class ContentCard extends VBox {

  private final Label outcome = PanelParts.wrapping("");

  /// @param id of the card, prefix of the ids of its parts and suffix of its message keys
  /// @param actions buttons that start the task
  ContentCard(String id, TensorTask task, List<Button> actions, Messages messages) {
    super(12);
    setId(id);
    setMinWidth(0);
    getStyleClass().addAll("card", "content-card");
    Label heading = new Label(messages.text("contents.title." + id));
    heading.getStyleClass().add("heading");
    FlowPane buttons = new FlowPane(8, 8);
    buttons.getChildren().setAll(actions);
    ByteProgress progress =
        new ByteProgress(id + "-progress", messages.text("contents.progress"), messages);
    HBox.setHgrow(progress, Priority.ALWAYS);
    Button stop = PanelParts.button(id + "-stop", messages.text("contents.stop"), task::stop);
    stop.setGraphic(Icons.of(Feather.X));
    HBox running = new HBox(12, progress, stop);
    running.setAlignment(Pos.CENTER_LEFT);
    outcome.setId(id + "-outcome");
    outcome.setGraphicTextGap(8);
    DetailsButton details =
        DetailsButton.whileThereIs(
            task.outcomeProperty().map(now -> now.flatMap(Outcome::failure)), messages);
    ContentList list = new ContentList(id + "-list", task.rows(), task::goTo);
    list.setAccessibleText(messages.text("contents.list." + id));
    getChildren()
        .setAll(
            heading,
            PanelParts.wrapping(messages.text("contents.purpose." + id), "muted"),
            buttons,
            running,
            outcome,
            details,
            list);
    Following following = Following.of(this);
    following.subscribe(
        task.jobProperty(),
        job -> {
          progress.follow(job);
          PanelParts.setShown(running, job.isPresent());
          PanelParts.setShown(buttons, job.isEmpty());
        });
    following.subscribe(task.outcomeProperty(), this::show);
  }

  private void show(Optional<Outcome> now) {
    outcome.setText(now.map(Outcome::sentence).orElse(""));
    outcome.setGraphic(now.map(each -> each.tone().icon("icon-small")).orElse(null));
    PanelParts.setShown(outcome, now.isPresent());
  }
}
