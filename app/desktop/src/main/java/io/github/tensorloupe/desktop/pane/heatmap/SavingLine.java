package io.github.tensorloupe.desktop.pane.heatmap;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Remark;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// How far the writing of a picture is, with a button to stop it, and what came of it. There only
/// while there is something to tell.
final class SavingLine extends HBox {

  private final Label text = new Label();
  private final ProgressBar bar = new ProgressBar();
  private final Button stop;

  SavingLine(HeatExport export, Messages messages) {
    getStyleClass().add("heatmap-saving");
    text.setId("heatmap-notice");
    text.setMinWidth(0);
    bar.setId("heatmap-progress");
    bar.setAccessibleText(messages.text("heatmap.saving"));
    bar.setMinWidth(USE_PREF_SIZE);
    stop = new Button(messages.text("heatmap.stop"));
    stop.setId("heatmap-stop");
    stop.setMinWidth(USE_PREF_SIZE);
    stop.setOnAction(_ -> export.stop());
    DetailsButton details =
        DetailsButton.whileThereIs(
            export.noticeProperty().map(told -> told.flatMap(Remark::failure)), messages);
    getChildren().addAll(text, details, bar, stop);
    Following.of(this)
        .subscribe(
            export.runningProperty(), job -> show(job, export.noticeProperty().get(), messages));
    Following.of(this)
        .subscribe(
            export.noticeProperty(),
            notice -> show(export.runningProperty().get(), notice, messages));
  }

  private void show(Optional<Job> job, Optional<Remark> notice, Messages messages) {
    bar.progressProperty().unbind();
    job.ifPresent(running -> bar.progressProperty().bind(running.progressProperty()));
    boolean busy = job.isPresent();
    bar.setVisible(busy);
    bar.setManaged(busy);
    stop.setVisible(busy);
    stop.setManaged(busy);
    boolean failure = notice.filter(Remark::isRefusal).isPresent();
    text.setGraphic(
        busy
            ? null
            : failure
                ? Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-danger")
                : Icons.of(Feather.CHECK, "icon-small", "icon-success"));
    String told = notice.map(Remark::sentence).orElse("");
    text.setText(busy ? messages.text("heatmap.saving") : told);
    Tips.explain(text, told);
    setVisible(busy || notice.isPresent());
    setManaged(isVisible());
  }
}
