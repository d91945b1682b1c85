package io.github.tensorloupe.desktop.error;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// Replaces a failed pane: shows what happened and offers actions.
final class FaultCard extends ScrollPane {

  private static final double WIDTH = 520;
  private static final double WIDTH_AROUND = 32;
  private static final int CHARACTERS = 400;

  /// A lower card has no space for the sentences.
  private static final double LOW = 96;

  private final VBox body = new VBox(12);
  private final FlowPane buttons = new FlowPane(8, 8);
  private final HBox line = new HBox(8);
  private final Label lineTitle = new Label();
  private final List<Button> actionButtons = new ArrayList<>();
  private final DetailsButton details;

  /// At least one of the two actions must be present.
  ///
  /// @param again repeats the failed operation
  /// @param close removes the card, which is then shown over the window
  FaultCard(
      String paneTitle,
      Throwable cause,
      Optional<Runnable> again,
      Optional<Runnable> close,
      Messages messages) {
    again.ifPresent(action -> addButton("fault-again", messages.text("fault.again"), action));
    close.ifPresent(action -> addButton("fault-close", messages.text("fault.close"), action));
    actionButtons.getFirst().getStyleClass().add("accent");
    getStyleClass().add("fault-card");
    if (close.isPresent()) {
      getStyleClass().add("fault-card-over");
      setMaxSize(WIDTH + 2 * WIDTH_AROUND, USE_PREF_SIZE);
    }
    String calm = messages.text(close.isPresent() ? "fault.calm.over" : "fault.calm");
    setFitToWidth(true);
    setFitToHeight(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    Label title = wrapping(messages.text("fault.title", paneTitle), "heading");
    Failure failure = Failures.ofBug(cause, messages).doing(paneTitle);
    Label sentence = wrapping(DisplayText.of(messages.sentence(failure.sentence()), CHARACTERS));
    details = new DetailsButton(failure, messages);
    buttons.setAlignment(Pos.CENTER);
    body.getChildren()
        .setAll(
            Icons.of(Feather.ALERT_OCTAGON, "icon-large", "icon-danger"),
            title,
            sentence,
            wrapping(calm, "muted"),
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

  /// Moves the focus to a card over the window, so that the content below receives no key events.
  void focus() {
    actionButtons.getFirst().requestFocus();
  }

  /// A card that replaces a bar has space for one line only.
  private void arrange(double height) {
    boolean isLow = height > 0 && height < LOW;
    List<Button> all = new ArrayList<>(actionButtons);
    all.add(details);
    for (Button button : all) {
      button.getStyleClass().remove("small");
      if (isLow) {
        button.getStyleClass().add("small");
      }
    }
    if (isLow) {
      line.getChildren()
          .setAll(Icons.of(Feather.ALERT_OCTAGON, "icon-small", "icon-danger"), lineTitle);
      line.getChildren().addAll(all);
    } else {
      buttons.getChildren().setAll(all);
    }
    setContent(isLow ? line : body);
  }

  private void addButton(String styleClass, String text, Runnable action) {
    Button button = new Button(text);
    button.getStyleClass().add(styleClass);
    button.setMinWidth(USE_PREF_SIZE);
    button.setOnAction(_ -> action.run());
    actionButtons.add(button);
  }

  private static Label wrapping(String text, String... styleClasses) {
    Label label = new Label(text);
    label.setWrapText(true);
    label.setMaxWidth(WIDTH);
    label.setMinHeight(USE_PREF_SIZE);
    label.getStyleClass().add("fault-text");
    label.getStyleClass().addAll(styleClasses);
    return label;
  }
}
