package io.github.tensorloupe.ui;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.ui.command.Command;
import io.github.tensorloupe.ui.command.Commands;
import io.github.tensorloupe.ui.selection.DocumentState;
import io.github.tensorloupe.ui.selection.Selection;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Icons;
import java.nio.file.Path;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What the window shows while no document is open: how to open one, that one is being opened, or
/// why one could not be.
final class StartPage extends StackPane {

  private final Messages messages;
  private final Label title = new Label();
  private final Label sentence = new Label();
  private final VBox content = new VBox(12);
  private final HBox buttons;

  StartPage(Selection selection, Commands commands, Messages messages) {
    this.messages = messages;
    setId("start-page");
    getStyleClass().add("start-page");
    title.getStyleClass().add("title");
    sentence.setId("start-sentence");
    sentence.getStyleClass().addAll("muted", "sentence");
    sentence.setWrapText(true);
    sentence.setMaxWidth(560);
    buttons =
        new HBox(
            8,
            commands.textButton(Command.OPEN_FILE),
            commands.textButton(Command.OPEN_FOLDER),
            commands.textButton(Command.OPEN_DEMO));
    buttons.setAlignment(Pos.CENTER);
    content.setAlignment(Pos.CENTER);
    getChildren().add(content);
    selection.documentProperty().subscribe(this::show);
  }

  private void show(DocumentState state) {
    switch (state) {
      case DocumentState.Empty() -> {
        title.setText(messages.text("start.title"));
        sentence.setText(messages.text("start.hint"));
        content
            .getChildren()
            .setAll(Icons.of(Feather.DOWNLOAD, "icon-large"), title, sentence, buttons);
      }
      case DocumentState.Opening(Path path) -> {
        title.setText(messages.text("opening.title", nameOf(path)));
        content.getChildren().setAll(new ProgressIndicator(), title);
      }
      case DocumentState.Failed(Path path, var finding) -> {
        title.setText(messages.text("failed.title", nameOf(path)));
        sentence.setText(DisplayText.of(finding.message(), 2000));
        content
            .getChildren()
            .setAll(
                Icons.of(Feather.ALERT_OCTAGON, "icon-large", "icon-danger"),
                title,
                sentence,
                buttons);
      }
      case DocumentState.Open _ -> content.getChildren().clear();
    }
  }

  private static String nameOf(Path path) {
    return DisplayText.of(
        path.getFileName() == null ? path.toString() : path.getFileName().toString());
  }
}
