package io.github.tensorloupe.ui.error;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Icons;
import java.util.List;
import java.util.Objects;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Stands where a pane was that has failed: what happened, and what can be done now.
final class FaultCard extends ScrollPane {

  private static final double WIDTH = 520;
  private static final double WIDTH_AROUND = 32;
  private static final int CHARACTERS = 400;

  /// In less height there is no room for the sentences.
  private static final double LOW = 96;

  private final VBox body = new VBox(12);
  private final FlowPane buttons = new FlowPane(8, 8);
  private final HBox line = new HBox(8);
  private final Label lineTitle = new Label();
  private final Button wayOut;
  private final DetailsButton details;

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
    this.wayOut = wayOut;
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
    details = new DetailsButton(failure, messages);
    buttons.setAlignment(Pos.CENTER);
    body.getChildren()
        .setAll(
            Icons.of(Feather.ALERT_OCTAGON, "icon-large", "icon-danger"),
            title,
            sentence,
            calm,
            buttons);
    body.getStyleClass().add("fault-card-body");
    body.setAlignment(Pos.CENTER);
    line.getStyleClass().add("fault-card-line");
    line.setAlignment(Pos.CENTER_LEFT);
    lineTitle.setText(title.getText());
    lineTitle.setMinWidth(0);
    setAccessibleText(title.getText() + " " + sentence.getText());
    heightProperty().subscribe(height -> arrange(height.doubleValue()));
  }

  /// What stands in for a bar has room for one line.
  private void arrange(double height) {
    boolean isLow = height > 0 && height < LOW;
    boolean isSmall = details.getStyleClass().contains("small");
    if (isLow) {
      line.getChildren()
          .setAll(
              Icons.of(Feather.ALERT_OCTAGON, "icon-small", "icon-danger"),
              lineTitle,
              wayOut,
              details);
      setContent(line);
    } else {
      buttons.getChildren().setAll(wayOut, details);
      setContent(body);
    }
    if (isLow && !isSmall) {
      List.of(wayOut, details).forEach(button -> button.getStyleClass().add("small"));
    } else if (!isLow && isSmall) {
      List.of(wayOut, details).forEach(button -> button.getStyleClass().remove("small"));
    }
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
