package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.storage.CheckQueue.Counts;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// Says how far the checks of values are, and lets them be paused and ended. Hidden while there are
/// none.
final class CheckLine extends HBox {

  private final ValueChecks checks;
  private final Messages messages;
  private final Label text = PanelParts.elastic("");
  private final Button pause;
  private final Button goOn;

  CheckLine(ValueChecks checks, Messages messages) {
    super(8);
    this.checks = checks;
    this.messages = messages;
    text.setGraphic(Icons.of(Feather.ACTIVITY, "icon-small"));
    text.setId("library-checks-text");
    pause = button("pause", Feather.PAUSE, () -> checks.setPaused(true));
    goOn = button("continue", Feather.PLAY, () -> checks.setPaused(false));
    Button cancel = button("cancel", Feather.X, checks::cancel);
    getChildren().setAll(text, pause, goOn, cancel);
    setAlignment(Pos.CENTER_LEFT);
    PanelParts.named(this, "library-checks");
    Following.of(this).subscribe(checks.counts, _ -> show());
    Following.of(this).subscribe(checks.throughput, _ -> show());
  }

  private Button button(String name, Feather icon, Runnable action) {
    Button button =
        PanelParts.button(
            "library-checks-" + name, messages.text("library.checks." + name), action);
    button.setGraphic(Icons.of(icon, "icon-small"));
    button.getStyleClass().addAll("flat", "small");
    button.setMinWidth(USE_PREF_SIZE);
    return button;
  }

  private void show() {
    Counts counts = checks.counts.get();
    boolean isPaused = counts.isPaused();
    text.setText(isPaused ? paused(counts) : running(counts));
    PanelParts.setShown(pause, !isPaused);
    PanelParts.setShown(goOn, isPaused);
    PanelParts.setShown(this, counts.leftCount() > 0);
  }

  private String paused(Counts counts) {
    return messages.count("library.checks.paused", counts.leftCount())
        + " · "
        + messages.text("library.checks.left", messages.bytes(counts.leftBytes()));
  }

  private String running(Counts counts) {
    String files =
        messages.text(
            "library.checks.running",
            messages.count(counts.doneCount()),
            messages.count(counts.doneCount() + counts.leftCount()));
    return checks
        .throughput
        .get()
        .filter(now -> now.total() > 0)
        .map(now -> files + " · " + ByteProgress.text(now, messages))
        .orElse(files);
  }
}
