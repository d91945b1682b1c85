package io.github.tensorloupe.desktop.error;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// Feedback on the last action in a pane, with a button that copies the details of a failure. Takes
/// no space while there is no feedback. Belongs to the FX thread.
public final class FeedbackLine extends VBox {

  private final Label sentence = new Label();

  public FeedbackLine(String id, ObservableValue<Optional<Feedback>> feedback, Messages messages) {
    super(4);
    sentence.setId(id);
    sentence.setWrapText(true);
    sentence.setMinHeight(USE_PREF_SIZE);
    getChildren()
        .addAll(
            sentence,
            DetailsButton.visibleWhilePresent(
                feedback.map(current -> current.flatMap(Feedback::failure)), messages));
    managedProperty().bind(visibleProperty());
    WeakSubscriptions.of(this).subscribe(feedback, this::show);
  }

  private void show(Optional<Feedback> current) {
    setVisible(current.isPresent());
    sentence.setGraphic(
        current.filter(Feedback::isRefusal).isPresent()
            ? Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-danger")
            : Icons.of(Feather.CHECK, "icon-small", "icon-success"));
    sentence.setText(current.map(Feedback::sentence).orElse(""));
    Tips.explain(sentence, sentence.getText());
  }
}
