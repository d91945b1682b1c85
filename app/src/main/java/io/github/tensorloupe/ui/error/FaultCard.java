package io.github.tensorloupe.ui.error;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Icons;
import java.util.Objects;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Stands where a pane was that has failed: what happened, and what can be done now.
final class FaultCard extends ScrollPane {

  private static final double WIDTH = 520;
  private static final double WIDTH_AROUND = 32;
  private static final int CHARACTERS = 400;

  /// A card with a button that does once more what has failed.
  FaultCard(String paneTitle, Throwable cause, Runnable again, Messages messages) {
    this(paneTitle, cause, button("fault.again", again, messages), messages);
  }

  /// A card with a button that takes it away, in a frame over the window.
  static Node over(String title, Throwable cause, Runnable close, Messages messages) {
    FaultCard card = new FaultCard(title, cause, button("fault.close", close, messages), messages);
    card.getStyleClass().add("fault-card-over");
    card.setMaxSize(WIDTH + 2 * WIDTH_AROUND, USE_PREF_SIZE);
    return new StackPane(card);
  }

  /// Whether something is a card, framed or not.
  static boolean isIn(Node node) {
    return node instanceof FaultCard
        || node instanceof StackPane frame
            && frame.getChildren().stream().anyMatch(FaultCard.class::isInstance);
  }

  private FaultCard(String paneTitle, Throwable cause, Button wayOut, Messages messages) {
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
    Label calm = wrapping(messages.text("fault.calm"));
    calm.getStyleClass().add("muted");
    DetailsButton details = new DetailsButton(failure, messages);
    details.getStyleClass().remove("small");
    FlowPane buttons = new FlowPane(8, 8, wayOut, details);
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

  private static Button button(String key, Runnable action, Messages messages) {
    Button button = new Button(messages.text(key));
    button.getStyleClass().addAll("accent", "fault-again");
    button.setMinWidth(USE_PREF_SIZE);
    button.setOnAction(_ -> action.run());
    return button;
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
