package io.github.tensorloupe.ui.histogram;

import io.github.tensorloupe.ui.theme.Icons;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.Ikon;

/// A sentence in place of the chart, with a button where something can be done.
final class NotePane extends VBox {

  private final Label sentence = new Label();
  private final Button button;

  /// @param buttonText what the button is called
  /// @param action what it does
  NotePane(String buttonText, Runnable action) {
    getStyleClass().add("histogram-note");
    sentence.setId("histogram-note");
    sentence.getStyleClass().add("empty-state");
    sentence.setWrapText(true);
    button = new Button(buttonText);
    button.setId("histogram-retry");
    button.setOnAction(_ -> action.run());
    getChildren().addAll(sentence, button);
  }

  void show(Ikon icon, String text, boolean withButton) {
    sentence.setGraphic(Icons.of(icon, "icon-large"));
    sentence.setText(text);
    button.setVisible(withButton);
    button.setManaged(withButton);
  }
}
