package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A line above the entries with a sentence, a running job, or both.
final class NoteBar extends HBox {

  private static final double TIP_WIDTH = 560;

  private final FontIcon icon = Icons.of(Feather.INFO, "icon-small", "icon-info");
  private final Label sentence = new Label();
  private final ProgressBar progress = new ProgressBar();
  private final Button action = new Button();
  private final SimpleObjectProperty<Optional<Failure>> failure =
      new SimpleObjectProperty<>(Optional.empty());
  private final Button close = new Button(null, Icons.of(Feather.X, "icon-small"));

  NoteBar(String id, Messages messages) {
    super(8);
    setId(id);
    setAlignment(Pos.CENTER_LEFT);
    getStyleClass().add("metadata-note");
    sentence.setId(id + "-sentence");
    sentence.setWrapText(true);
    sentence.setMinHeight(Region.USE_PREF_SIZE);
    sentence.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(sentence, Priority.ALWAYS);
    progress.setPrefWidth(120);
    progress.setMinWidth(48);
    action.setId(id + "-action");
    action.getStyleClass().add("small");
    action.setMinWidth(Region.USE_PREF_SIZE);
    // Keys have underscores.
    action.setMnemonicParsing(false);
    close.setId(id + "-close");
    close.getStyleClass().addAll("flat", "small", "button-icon");
    close.setAccessibleText(messages.text("metadata.note.close"));
    Tips.explain(close, messages.text("metadata.note.close"));
    getChildren()
        .setAll(
            icon, sentence, progress, action, DetailsButton.whileThereIs(failure, messages), close);
    hide();
  }

  /// Shows nothing.
  void hide() {
    Nodes.show(this, false);
    progress.progressProperty().unbind();
  }

  /// Shows a sentence that can be closed.
  void show(Feedback note, Runnable onClose) {
    show(note.sentence(), note.isRefusal() ? "danger" : "info", Optional.of(onClose));
    failure.set(note.failure());
  }

  /// Shows a sentence that cannot be closed.
  ///
  /// @param tone `danger`, `warning` or `info`
  void show(String text, String tone) {
    show(text, tone, Optional.empty());
  }

  private void show(String text, String tone, Optional<Runnable> onClose) {
    sentence.setText(text);
    sentence.setTooltip(null);
    tellWhole();
    sentence.setAccessibleHelp(null);
    Ikon ikon =
        switch (tone) {
          case "danger" -> Feather.ALERT_CIRCLE;
          case "warning" -> Feather.ALERT_TRIANGLE;
          default -> Feather.INFO;
        };
    icon.setIconCode(ikon);
    icon.getStyleClass().setAll("icon", "icon-small", "icon-" + tone);
    getStyleClass().setAll("metadata-note", "notice-" + tone);
    Nodes.show(close, onClose.isPresent());
    onClose.ifPresent(run -> close.setOnAction(_ -> run.run()));
    Nodes.show(progress, false);
    Nodes.show(action, false);
    failure.set(Optional.empty());
    Nodes.show(this, true);
  }

  /// Limits the sentence to one line; the tool tip then has all of it.
  void beBrief(boolean brief) {
    sentence.setWrapText(!brief);
    tellWhole();
  }

  private void tellWhole() {
    if (!sentence.isWrapText() && sentence.getTooltip() == null) {
      explain(sentence.getText());
    }
  }

  /// Adds a tool tip.
  void explain(String text) {
    Tooltip tooltip = Tips.of(text);
    tooltip.setWrapText(true);
    tooltip.setMaxWidth(TIP_WIDTH);
    sentence.setTooltip(tooltip);
    sentence.setAccessibleHelp(text);
  }

  /// Shows a button with an action.
  void offer(String text, Runnable run) {
    action.setText(text);
    action.setOnAction(_ -> run.run());
    Nodes.show(action, true);
  }

  /// Shows a running job.
  void show(Job job, String stop) {
    show(job.title(), "info", Optional.empty());
    progress.progressProperty().bind(job.progressProperty());
    Nodes.show(progress, true);
    offer(stop, job::cancel);
  }
}
