package io.github.tensorloupe.desktop.control.notice;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;
import javafx.scene.control.Label;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;

/// Notices at the lower right of the window, the newest at the bottom. Success notices disappear
/// automatically unless they are hovered or focused. Belongs to the FX thread.
///
/// AtlantaFX `Notification` draws a similar card, but its close button cannot be focused and has no
/// accessible text.
public final class NoticeHost extends VBox {

  private static final Duration STAYS = Duration.seconds(8);

  private static final int MAX_SHOWN = 4;

  private final Messages messages;

  public NoticeHost(Messages messages) {
    super(8);
    this.messages = messages;
    setId("notices");
    getStyleClass().add("notices");
    setAlignment(Pos.BOTTOM_RIGHT);
    // The mouse still reaches the window below.
    setPickOnBounds(false);
  }

  /// Shows a notice, replacing one of the same failure.
  public void show(Notice notice) {
    getChildren().removeIf(node -> ((NoticeCard) node).notice.isSameFailure(notice));
    NoticeCard card = new NoticeCard(notice);
    getChildren().add(card);
    while (getChildren().size() > MAX_SHOWN) {
      getChildren().removeFirst();
    }
    // Makes screen readers read the notice.
    card.notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT);
    if (notice.tone() == Tone.SUCCESS) {
      closeLater(card);
    }
  }

  private void closeLater(NoticeCard card) {
    PauseTransition stay = new PauseTransition(STAYS);
    stay.setOnFinished(
        _ -> {
          if (card.isHover() || card.isFocusWithin()) {
            stay.playFromStart();
          } else {
            card.close();
          }
        });
    stay.play();
  }

  /// Removes a notice; does nothing if it is no longer shown.
  public void close(Notice notice) {
    getChildren().removeIf(node -> ((NoticeCard) node).notice == notice);
  }

  public List<Notice> shown() {
    return getChildren().stream().map(node -> ((NoticeCard) node).notice).toList();
  }

  private final class NoticeCard extends HBox {

    private static final int CHARACTERS = 400;
    private static final double WIDTH = 380;

    private final Notice notice;

    NoticeCard(Notice notice) {
      this.notice = notice;
      getStyleClass().add("toast");
      setMaxSize(WIDTH, USE_PREF_SIZE);
      setPrefWidth(WIDTH);
      Label title = wrapping(notice.title());
      title.getStyleClass().add("strong");
      VBox words = new VBox(4, title);
      words.setMinWidth(0);
      HBox.setHgrow(words, Priority.ALWAYS);
      // The sentence of a failure is in English, as in the report.
      String sentence = messages.sentence(notice.sentence());
      if (!sentence.isEmpty()) {
        words.getChildren().add(wrapping(sentence));
      }
      FlowPane buttons = new FlowPane(8, 8);
      buttons.getStyleClass().add("toast-buttons");
      notice.action().map(this::actionButton).ifPresent(buttons.getChildren()::add);
      notice
          .failure()
          .ifPresent(failure -> buttons.getChildren().add(new DetailsButton(failure, messages)));
      if (!buttons.getChildren().isEmpty()) {
        words.getChildren().add(buttons);
      }
      getChildren().addAll(notice.tone().icon(), words, closeButton());
      setAccessibleRole(AccessibleRole.TEXT);
      setAccessibleText(notice.title() + ". " + sentence);
      addEventHandler(KeyEvent.KEY_PRESSED, FocusTraversal.atKey(KeyCode.ESCAPE, this::close));
    }

    private void close() {
      NoticeHost.this.getChildren().remove(this);
    }

    private Button actionButton(Notice.Action action) {
      Button button = new Button(action.text());
      button.setMnemonicParsing(false);
      button.getStyleClass().addAll("small", "toast-action");
      button.setOnAction(
          _ -> {
            close();
            action.run().run();
          });
      return button;
    }

    private Button closeButton() {
      String text = messages.text("notice.close");
      Button button = Icons.button(Feather.X, text, this::close, "flat", "small", "toast-close");
      button.setMinWidth(USE_PREF_SIZE);
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

  /// A notification shown over the window.
  ///
  /// @param tone success notices close automatically, all others stay until they are closed
  /// @param sentence the result; may be empty
  public record Notice(
      Tone tone,
      String title,
      Sentence sentence,
      Optional<Action> action,
      Optional<Failure> failure) {

    public record Action(String text, Runnable run) {}

    public static Notice success(String title, String sentence, Optional<Action> action) {
      return new Notice(Tone.SUCCESS, title, Sentence.of(sentence), action, Optional.empty());
    }

    public static Notice danger(String title, Failure failure, Optional<Action> action) {
      return new Notice(Tone.DANGER, title, failure.sentence(), action, Optional.of(failure));
    }

    boolean isSameFailure(Notice other) {
      Optional<Throwable> cause = failure.flatMap(Failure::cause);
      Optional<Throwable> otherCause = other.failure.flatMap(Failure::cause);
      return cause.isPresent() && otherCause.isPresent() && cause.get() == otherCause.get();
    }
  }
}
