package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.model.TensorFile;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The current file, with buttons to hash it and the progress of hashing.
final class HashingSection extends VBox {

  private final HashViewModel model;
  private final Messages messages;
  private final Label name = new Label();
  private final Label size = PanelParts.wrapping("", "muted");
  private final Button one;
  private final Button all;
  private final FlowPane buttons;
  private final HBox running;
  private final Label failure = PanelParts.wrapping("", "hash-failure");

  HashingSection(HashViewModel model, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    setMinWidth(0);
    name.setId("hash-file");
    name.getStyleClass().add("title");
    name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    name.setMinWidth(0);
    one = PanelParts.button("hash-compute", messages.text("hash.compute"), model::examineFile);
    one.getStyleClass().add("accent");
    all = PanelParts.button("hash-compute-all", "", model::examineAll);
    all.setGraphic(Icons.of(Feather.LAYERS));
    buttons = new FlowPane(8, 8, one, all);
    Button stop = PanelParts.button("hash-stop", messages.text("hash.stop"), model::cancel);
    stop.setGraphic(Icons.of(Feather.X));
    ByteProgress progress =
        new ByteProgress("hash-progress", messages.text("hash.progress"), messages);
    HBox.setHgrow(progress, Priority.ALWAYS);
    running = new HBox(12, progress, stop);
    running.setAlignment(Pos.CENTER_LEFT);
    failure.setId("hash-failure");
    DetailsButton.beside(failure, model.failureProperty(), messages);
    getChildren().setAll(name, size, buttons, running, failure);
    Following following = Following.of(this);
    following.subscribe(model.runningProperty(), progress::follow);
    following.subscribe(model.revisionProperty(), _ -> showState());
    following.subscribe(model.runningProperty(), _ -> showState());
    following.subscribe(model.failureProperty(), _ -> showState());
  }

  private void showState() {
    Optional<TensorFile> file = model.fileProperty().get();
    boolean isRunning = model.runningProperty().get().isPresent();
    long left = model.files().stream().filter(each -> !isKnown(each)).count();
    boolean offersOne = !isRunning && file.filter(this::isKnown).isEmpty();
    boolean offersAll = !isRunning && model.files().size() > 1 && left > 0;
    name.setText(file.map(HashViewModel::nameOf).orElse(""));
    size.setText(
        file.map(each -> messages.text("hash.size", messages.exactBytes(each.bytes().length())))
            .orElse(""));
    all.setText(messages.text("hash.compute-all", Figures.count(left)));
    PanelParts.setShown(one, offersOne);
    PanelParts.setShown(all, offersAll);
    PanelParts.setShown(buttons, offersOne || offersAll);
    PanelParts.setShown(running, isRunning);
    failure.setText(
        model.failureProperty().get().map(each -> messages.sentence(each.sentence())).orElse(""));
    PanelParts.setShown(failure, !failure.getText().isEmpty());
  }

  private boolean isKnown(TensorFile file) {
    return model.examination(file).isPresent();
  }
}
