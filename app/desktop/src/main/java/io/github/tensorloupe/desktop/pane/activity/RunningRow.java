package io.github.tensorloupe.desktop.pane.activity;

import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A job that runs: what it does, how far it is, and the button that stops it.
final class RunningRow extends HBox {

  private final Job job;
  private final Messages messages;
  private final Label figures = new Label();

  RunningRow(Job job, Messages messages) {
    this.job = job;
    this.messages = messages;
    getStyleClass().addAll("job-row", "job-running");
    setAlignment(Pos.CENTER_LEFT);
    Label title = new Label(job.title());
    title.getStyleClass().add("job-title");
    VBox words = new VBox(4, title);
    job.about().ifPresent(name -> words.getChildren().add(caption(name)));
    ProgressBar bar = new ProgressBar();
    bar.progressProperty().bind(job.progressProperty());
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setAccessibleText(job.title());
    figures.getStyleClass().add("caption");
    words.getChildren().addAll(bar, figures);
    words.setMinWidth(0);
    HBox.setHgrow(words, Priority.ALWAYS);
    getChildren().addAll(words, stopButton());
    refresh();
  }

  private static Label caption(String text) {
    Label label = new Label(text);
    label.getStyleClass().add("caption");
    return label;
  }

  private Button stopButton() {
    Button stop = new Button(null, Icons.of(Feather.X_CIRCLE));
    stop.getStyleClass().addAll("flat", "button-icon", "job-stop");
    stop.setAccessibleText(messages.text("jobs.stop", job.title()));
    Tips.explain(stop, messages.text("status.cancel"));
    stop.setMinWidth(USE_PREF_SIZE);
    stop.setVisible(job.isStoppable());
    stop.disableProperty().bind(job.stoppingProperty());
    stop.setOnAction(_ -> job.cancel());
    return stop;
  }

  Job job() {
    return job;
  }

  /// Shows the figures of now.
  void refresh() {
    figures.setText(
        job.stoppingProperty().get()
            ? messages.text("jobs.stopping")
            : new JobFigures(job, messages).full());
  }
}
