package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.text.Messages;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// How far the counting is, and a button to stop it.
final class BusyPane extends VBox {

  BusyPane(HistogramViewModel model, Messages messages) {
    setId("histogram-busy");
    getStyleClass().add("histogram-busy");
    Label title = new Label(messages.text("histogram.busy"));
    title.getStyleClass().add("muted");
    ProgressBar bar = new ProgressBar();
    bar.setId("histogram-progress");
    bar.setAccessibleText(messages.text("histogram.busy"));
    bar.progressProperty().bind(model.progressProperty());
    Button stop = new Button(messages.text("histogram.stop"));
    stop.setId("histogram-stop");
    stop.setOnAction(_ -> model.stop());
    HBox line = new HBox(bar, stop);
    line.getStyleClass().add("histogram-busy-line");
    getChildren().addAll(title, line);
  }
}
