package io.github.tensorloupe.desktop.pane.hash;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Throughput;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Which file is at hand, what has it hashed, and how far that is.
final class WorkSection extends VBox {

  private final HashViewModel model;
  private final Messages messages;
  private final Label name = new Label();
  private final Label size = new Label();
  private final Button one = new Button();
  private final Button all = new Button();
  private final Button stop = new Button();
  private final ProgressBar bar = new ProgressBar();
  private final Label speed = new Label();
  private final HBox progress;
  private final Label failure = new Label();

  WorkSection(HashViewModel model, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    setMinWidth(0);
    name.setId("hash-file");
    name.getStyleClass().add("title");
    name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    name.setMinWidth(0);
    size.getStyleClass().add("muted");
    size.setWrapText(true);
    one.setId("hash-compute");
    one.setMinWidth(Region.USE_PREF_SIZE);
    one.setOnAction(_ -> model.examineFile());
    one.getStyleClass().add("accent");
    build(all, "hash-compute-all", Feather.LAYERS, model::examineAll);
    build(stop, "hash-stop", Feather.X, model::cancel);
    one.setText(messages.text("hash.compute"));
    stop.setText(messages.text("hash.stop"));
    failure.setId("hash-failure");
    failure.setWrapText(true);
    failure.setMinHeight(Region.USE_PREF_SIZE);
    failure.getStyleClass().add("hash-failure");
    DetailsButton.beside(failure, model.failureProperty(), messages);
    progress = progress();
    FlowPane buttons = new FlowPane(8, 8, one, all);
    getChildren().setAll(name, size, buttons, progress, failure);
    Following.of(this).subscribe(model.revisionProperty(), _ -> showState());
    Following.of(this).subscribe(model.runningProperty(), this::follow);
    Following.of(this).subscribe(model.failureProperty(), _ -> showState());
  }

  private static void build(Button button, String id, Feather icon, Runnable action) {
    button.setId(id);
    button.setGraphic(Icons.of(icon));
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(_ -> action.run());
  }

  private HBox progress() {
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setMinWidth(40);
    bar.setAccessibleText(messages.text("hash.progress"));
    HBox.setHgrow(bar, Priority.ALWAYS);
    speed.getStyleClass().addAll("caption", "mono");
    speed.setMinWidth(0);
    HBox line = new HBox(12, bar, speed, stop);
    line.setAlignment(Pos.CENTER_LEFT);
    return line;
  }

  private void follow(Optional<Job> job) {
    bar.progressProperty().unbind();
    speed.textProperty().unbind();
    job.ifPresent(
        each -> {
          bar.progressProperty().bind(each.progressProperty());
          speed.textProperty().bind(each.throughputProperty().map(this::speedText));
        });
    showState();
  }

  private String speedText(Optional<Throughput> throughput) {
    return throughput
        .map(
            each ->
                messages.text(
                    "hash.speed",
                    Figures.bytes(each.done()),
                    Figures.bytes(each.total()),
                    Figures.bytes((long) each.perSecond())))
        .orElse("");
  }

  private void showState() {
    Optional<TensorFile> file = model.fileProperty().get();
    boolean isRunning = model.runningProperty().get().isPresent();
    boolean isKnown = file.flatMap(model::examination).isPresent();
    long left = model.files().stream().filter(each -> !known(each)).count();
    name.setText(file.map(HashViewModel::nameOf).orElse(""));
    size.setText(
        file.map(each -> messages.text("hash.size", messages.exactBytes(each.bytes().length())))
            .orElse(""));
    show(one, !isRunning && !isKnown);
    all.setText(messages.text("hash.compute-all", Figures.count(left)));
    show(all, !isRunning && model.files().size() > 1 && left > 0);
    show(one.getParent(), one.isVisible() || all.isVisible());
    show(progress, isRunning);
    failure.setText(
        model.failureProperty().get().map(each -> messages.sentence(each.sentence())).orElse(""));
    show(failure, !failure.getText().isEmpty());
  }

  private boolean known(TensorFile file) {
    return model.examination(file).isPresent();
  }

  private static void show(Node node, boolean shown) {
    node.setVisible(shown);
    node.setManaged(shown);
  }
}
