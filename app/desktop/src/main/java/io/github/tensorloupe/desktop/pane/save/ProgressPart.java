package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.VBox;

/// How far a save is: bytes, rate and the time that is left.
final class ProgressPart extends VBox {

  private final Messages messages;
  private final ProgressBar bar = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
  private final Label figures = new Label();

  ProgressPart(SaveViewModel model, Messages messages) {
    super(12);
    this.messages = messages;
    setId("save-progress");
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setAccessibleText(messages.text("save.job.save"));
    figures.setId("save-figures");
    getChildren()
        .addAll(bar, figures, Notices.wrapping(messages.text("save.saving.hint"), "muted"));
    Following.of(this).subscribe(model.rateProperty(), this::show);
  }

  private void show(TransferRate rate) {
    if (rate.totalBytes() == 0) {
      figures.setText(messages.text("save.saving.begins"));
      return;
    }
    bar.setProgress((double) rate.doneBytes() / rate.totalBytes());
    StringBuilder text =
        new StringBuilder(
            messages.text(
                "save.saving.bytes",
                Figures.bytes(rate.doneBytes()),
                Figures.bytes(rate.totalBytes())));
    rate.bytesPerSecond()
        .ifPresent(
            speed ->
                text.append(" · ").append(messages.text("save.saving.rate", Figures.bytes(speed))));
    rate.timeLeft()
        .ifPresent(
            left ->
                text.append(" · ")
                    .append(messages.text("save.saving.left", messages.duration(left))));
    figures.setText(text.toString());
  }
}
