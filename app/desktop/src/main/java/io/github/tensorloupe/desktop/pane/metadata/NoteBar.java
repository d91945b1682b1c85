package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A line above the entries with a sentence, a running job, or both.
final class NoteBar extends HBox {

  private final Label sentence = PanelParts.wrapping("");
  private final ProgressBar progress = new ProgressBar();
  private final Button action;
  private final Button close;
  private final ObjectProperty<Optional<Failure>> failure =
      new SimpleObjectProperty<>(Optional.empty());
  private String explanation = "";

  NoteBar(String id, Messages messages) {
    super(8);
    setId(id);
    setAlignment(Pos.CENTER_LEFT);
    sentence.setId(id + "-sentence");
    PanelParts.grow(sentence);
    progress.setPrefWidth(120);
    progress.setMinWidth(48);
    action = PanelParts.button(id + "-action", "", () -> {});
    action.getStyleClass().add("small");
    close =
        Icons.button(Feather.X, messages.text("metadata.note.close"), () -> {}, "flat", "small");
    close.setId(id + "-close");
    close.setMinWidth(USE_PREF_SIZE);
    Button details = DetailsButton.visibleWhilePresent(failure, messages);
    getChildren().setAll(Tone.INFO.icon(), sentence, progress, action, details, close);
    hide();
  }

  void hide() {
    PanelParts.setShown(this, false);
    progress.progressProperty().unbind();
  }

  void show(Feedback note, Runnable onClose) {
    show(note.sentence(), note.isRefusal() ? Tone.DANGER : Tone.INFO);
    close.setOnAction(_ -> onClose.run());
    PanelParts.setShown(close, true);
    failure.set(note.failure());
  }

  void show(String text, Tone tone) {
    sentence.setText(text);
    explain("");
    getChildren().set(0, tone.icon("icon-small"));
    getStyleClass().setAll("metadata-note", tone.noticeStyle());
    List.of(close, progress, action).forEach(part -> PanelParts.setShown(part, false));
    failure.set(Optional.empty());
    PanelParts.setShown(this, true);
  }

  void show(Job job, String stop) {
    show(job.title(), Tone.INFO);
    progress.progressProperty().bind(job.progressProperty());
    PanelParts.setShown(progress, true);
    offer(stop, job::cancel);
  }

  /// Limits the sentence to one line; the tooltip then shows all of it.
  void setSingleLine(boolean brief) {
    sentence.setWrapText(!brief);
    explain(explanation);
  }

  void explain(String text) {
    explanation = text;
    boolean isCut = text.isEmpty() && !sentence.isWrapText();
    Tips.explain(sentence, isCut ? sentence.getText() : text);
  }

  void offer(String text, Runnable run) {
    action.setText(text);
    action.setOnAction(_ -> run.run());
    PanelParts.setShown(action, true);
  }
}
