package io.github.tensorloupe.desktop.control.notice;

import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// One notice with its buttons.
final class NoticeCard extends HBox {

  private static final int CHARACTERS = 400;
  private static final double WIDTH = 380;

  private final Notice notice;

  NoticeCard(Notice notice, Runnable close, Messages messages) {
    this.notice = notice;
    getStyleClass().add("toast");
    setMaxSize(WIDTH, USE_PREF_SIZE);
    setPrefWidth(WIDTH);
    Label title = wrapping(notice.title());
    title.getStyleClass().add("strong");
    VBox words = new VBox(4, title);
    words.setMinWidth(0);
    HBox.setHgrow(words, Priority.ALWAYS);
    // That of a failure is in English, for whoever gets the report.
    String sentence = messages.sentence(notice.sentence());
    if (!sentence.isEmpty()) {
      words.getChildren().add(wrapping(sentence));
    }
    FlowPane buttons = buttons(close, messages);
    if (!buttons.getChildren().isEmpty()) {
      words.getChildren().add(buttons);
    }
    getChildren().addAll(icon(), words, closeButton(close, messages));
    setAccessibleRole(AccessibleRole.TEXT);
    setAccessibleText(notice.title() + ". " + sentence);
    addEventHandler(KeyEvent.KEY_PRESSED, event -> onKey(event, close));
  }

  Notice notice() {
    return notice;
  }

  private static void onKey(KeyEvent event, Runnable close) {
    if (event.getCode() == KeyCode.ESCAPE) {
      close.run();
      event.consume();
    }
  }

  private FontIcon icon() {
    return switch (notice.tone()) {
      case SUCCESS -> Icons.of(Feather.CHECK_CIRCLE, "icon-success");
      case DANGER -> Icons.of(Feather.X_CIRCLE, "icon-danger");
    };
  }

  private FlowPane buttons(Runnable close, Messages messages) {
    FlowPane buttons = new FlowPane(8, 8);
    buttons.getStyleClass().add("toast-buttons");
    notice
        .action()
        .ifPresent(
            action -> {
              Button button = new Button(action.text());
              button.getStyleClass().addAll("small", "toast-action");
              button.setOnAction(
                  _ -> {
                    close.run();
                    action.run().run();
                  });
              buttons.getChildren().add(button);
            });
    notice
        .failure()
        .ifPresent(failure -> buttons.getChildren().add(new DetailsButton(failure, messages)));
    return buttons;
  }

  private static Button closeButton(Runnable close, Messages messages) {
    Button button = new Button(null, Icons.of(Feather.X, "icon-small"));
    button.getStyleClass().addAll("flat", "button-icon", "small", "toast-close");
    button.setAccessibleText(messages.text("notice.close"));
    Tips.explain(button, messages.text("notice.close"));
    button.setMinWidth(USE_PREF_SIZE);
    button.setOnAction(_ -> close.run());
    HBox.setHgrow(button, Priority.NEVER);
    button.setAlignment(Pos.TOP_CENTER);
    return button;
  }

  private static Label wrapping(String text) {
    Label label = new Label(DisplayText.of(text, CHARACTERS));
    label.setWrapText(true);
    label.setMinWidth(0);
    label.setMinHeight(USE_PREF_SIZE);
    return label;
  }
}
