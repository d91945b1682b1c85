package io.github.tensorloupe.desktop.pane.hash.tensors;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.work.Throughput;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A part of the pane: what it is for, buttons that begin work, how far that is, what came of it,
/// and a list of tensors.
final class ContentCard extends VBox {

  /// What is shown and done.
  ///
  /// @param id of the card, with which the ids of its parts begin
  /// @param title of the card
  /// @param purpose what it is for
  /// @param job what runs
  /// @param told what came of it
  /// @param stop ends it
  record Content(
      String id,
      String title,
      String purpose,
      ReadOnlyObjectProperty<Optional<Job>> job,
      ReadOnlyObjectProperty<Optional<Told>> told,
      Runnable stop) {}

  private final Content content;
  private final Messages messages;
  private final FlowPane buttons = new FlowPane(8, 8);
  private final ProgressBar bar = new ProgressBar();
  private final Label speed = new Label();
  private final Label outcome = new Label();
  private final HBox progress;

  ContentCard(Content content, List<Button> actions, ContentList list, Messages messages) {
    super(12);
    this.content = content;
    this.messages = messages;
    setId(content.id());
    setMinWidth(0);
    getStyleClass().addAll("card", "content-card");
    Label heading = new Label(content.title());
    heading.getStyleClass().add("heading");
    Label purpose = new Label(content.purpose());
    purpose.getStyleClass().add("muted");
    wrap(purpose);
    buttons.getChildren().setAll(actions);
    progress = progress();
    outcome.setId(content.id() + "-told");
    outcome.setGraphicTextGap(8);
    wrap(outcome);
    DetailsButton details =
        DetailsButton.whileThereIs(
            content.told().map(told -> told.flatMap(Told::failure)), messages);
    getChildren().setAll(heading, purpose, buttons, progress, outcome, details, list);
    Following.of(this).subscribe(content.job(), this::follow);
    Following.of(this).subscribe(content.told(), this::show);
  }

  private static void wrap(Label label) {
    label.setWrapText(true);
    label.setMinWidth(0);
    label.setMinHeight(Region.USE_PREF_SIZE);
  }

  private HBox progress() {
    bar.setId(content.id() + "-progress");
    bar.setMinWidth(40);
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setAccessibleText(messages.text("contents.progress"));
    HBox.setHgrow(bar, Priority.ALWAYS);
    speed.getStyleClass().addAll("caption", "mono");
    speed.setMinWidth(0);
    Button stop = new Button(messages.text("contents.stop"), Icons.of(Feather.X));
    stop.setId(content.id() + "-stop");
    stop.setMinWidth(Region.USE_PREF_SIZE);
    stop.setOnAction(_ -> content.stop().run());
    HBox line = new HBox(12, bar, speed, stop);
    line.setAlignment(Pos.CENTER_LEFT);
    line.setMinWidth(0);
    return line;
  }

  private void follow(Optional<Job> job) {
    bar.progressProperty().unbind();
    speed.textProperty().unbind();
    speed.setText("");
    job.ifPresent(
        running -> {
          bar.progressProperty().bind(running.progressProperty());
          speed.textProperty().bind(running.throughputProperty().map(this::speedText));
        });
    setShown(progress, job.isPresent());
    setShown(buttons, job.isEmpty());
  }

  private String speedText(Optional<Throughput> throughput) {
    return throughput
        .map(
            each ->
                messages.text(
                    "contents.speed",
                    Figures.bytes(each.done()),
                    Figures.bytes(each.total()),
                    Figures.bytes((long) each.perSecond())))
        .orElse("");
  }

  private void show(Optional<Told> told) {
    outcome.setText(told.map(Told::sentence).orElse(""));
    outcome.setGraphic(told.map(each -> ContentCell.icon(each.tone())).orElse(null));
    setShown(outcome, told.isPresent());
  }

  static void setShown(Node node, boolean shown) {
    node.setVisible(shown);
    node.setManaged(shown);
  }
}
