package io.github.tensorloupe.desktop.pane.metadata;

import module javafx.controls;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.edit.EditProblem;
import org.kordamp.ikonli.feather.Feather;

/// A line with a problem of an entry.
final class ProblemLine extends HBox {

  ProblemLine(EditProblem problem, Messages messages) {
    super(8);
    Label sentence = new Label(messages.sentence(problem.sentence()));
    sentence.setWrapText(true);
    sentence.setMinHeight(Region.USE_PREF_SIZE);
    HBox.setHgrow(sentence, Priority.ALWAYS);
    boolean blocks = problem.isBlocking();
    getStyleClass().addAll("metadata-notice", blocks ? "notice-danger" : "notice-warning");
    getChildren()
        .setAll(
            Icons.of(
                blocks ? Feather.ALERT_CIRCLE : Feather.ALERT_TRIANGLE,
                "icon-small",
                blocks ? "icon-danger" : "icon-warning"),
            sentence);
  }
}
