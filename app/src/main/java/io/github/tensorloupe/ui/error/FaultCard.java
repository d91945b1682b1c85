package io.github.tensorloupe.ui.error;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Icons;
import java.util.Objects;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Stands where a pane was that has failed: what happened, and what can be done now.
final class FaultCard extends ScrollPane {

  private static final double WIDTH = 520;
  private static final int CHARACTERS = 400;

  FaultCard(String paneTitle, Throwable cause, Optional<Runnable> again, Messages messages) {
    getStyleClass().add("fault-card");
    getStylesheets()
        .add(Objects.requireNonNull(FaultCard.class.getResource("error.css")).toExternalForm());
    setFitToWidth(true);
    setFitToHeight(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    Label title = wrapping(messages.text("fault.title", paneTitle));
    title.getStyleClass().add("heading");
    Failure failure = Failures.ofFault(cause, messages).doing(paneTitle);
    Label sentence = wrapping(DisplayText.of(failure.sentence(), CHARACTERS));
    Label calm = wrapping(messages.text(again.isPresent() ? "fault.calm" : "fault.calm.window"));
    calm.getStyleClass().add("muted");
    DetailsButton details = new DetailsButton(failure, messages);
    details.getStyleClass().remove("small");
    FlowPane buttons = new FlowPane(8, 8, details);
    again.ifPresent(action -> buttons.getChildren().addFirst(retry(action, messages)));
    buttons.setAlignment(Pos.CENTER);
    VBox content =
        new VBox(
            12,
            Icons.of(Feather.ALERT_OCTAGON, "icon-large", "icon-danger"),
            title,
            sentence,
            calm,
            buttons);
    content.getStyleClass().add("fault-card-body");
    content.setAlignment(Pos.CENTER);
    setContent(content);
    setAccessibleText(title.getText() + " " + sentence.getText());
  }

  private static Button retry(Runnable again, Messages messages) {
    Button retry = new Button(messages.text("fault.again"));
    retry.getStyleClass().addAll("accent", "fault-again");
    retry.setMinWidth(USE_PREF_SIZE);
    retry.setOnAction(_ -> again.run());
    return retry;
  }

  private static Label wrapping(String text) {
    Label label = new Label(text);
    label.setWrapText(true);
    label.setMaxWidth(WIDTH);
    label.setMinHeight(USE_PREF_SIZE);
    label.getStyleClass().add("fault-text");
    return label;
  }
}
