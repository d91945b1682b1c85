package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import java.util.Optional;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.Ikon;

/// A sentence in place of the chart, with a button where something can be done.
final class NotePane extends VBox {

  private final Label sentence = new Label();
  private final Button button;
  private final SimpleObjectProperty<Optional<Failure>> failure =
      new SimpleObjectProperty<>(Optional.empty());

  /// @param retry counts again
  NotePane(Runnable retry, Messages messages) {
    getStyleClass().add("histogram-note");
    sentence.setId("histogram-note");
    sentence.getStyleClass().add("empty-state");
    sentence.setWrapText(true);
    button = new Button(messages.text("histogram.retry"));
    button.setId("histogram-retry");
    button.setOnAction(_ -> retry.run());
    getChildren().addAll(sentence, button, DetailsButton.whileThereIs(failure, messages));
  }

  /// Offers to copy more than the sentence says, as long as that is shown.
  void offerDetails(Failure failed) {
    failure.set(Optional.of(failed));
  }

  void show(Ikon icon, String text, boolean withButton) {
    sentence.setGraphic(Icons.of(icon, "icon-large"));
    sentence.setText(text);
    failure.set(Optional.empty());
    button.setVisible(withButton);
    button.setManaged(withButton);
  }
}
