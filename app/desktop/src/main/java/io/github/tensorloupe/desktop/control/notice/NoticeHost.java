package io.github.tensorloupe.desktop.control.notice;

import io.github.tensorloupe.desktop.text.Messages;
import java.util.List;
import java.util.Objects;
import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.AccessibleAttribute;
import javafx.scene.layout.VBox;
import javafx.util.Duration;

/// The place of the notices, at the lower right of the window: the newest is the lowest. Notices of
/// what has gone well go by themselves unless the mouse or the keys are with them. Belongs to the
/// FX thread.
public final class NoticeHost extends VBox {

  private static final Duration STAYS = Duration.seconds(8);

  /// More than these would hide what the window shows.
  private static final int SHOWN = 4;

  private final Messages messages;

  public NoticeHost(Messages messages) {
    super(8);
    this.messages = messages;
    setId("notices");
    getStyleClass().add("notices");
    getStylesheets()
        .add(Objects.requireNonNull(NoticeHost.class.getResource("notice.css")).toExternalForm());
    setAlignment(Pos.BOTTOM_RIGHT);
    // What lies below still hears of the mouse.
    setPickOnBounds(false);
  }

  /// Shows a notice, in place of one that tells of the same failure.
  public void show(Notice notice) {
    getChildren().removeIf(node -> ((NoticeCard) node).notice().isSameFailure(notice));
    NoticeCard card = new NoticeCard(notice, () -> close(notice), messages);
    getChildren().add(card);
    while (getChildren().size() > SHOWN) {
      getChildren().removeFirst();
    }
    // Assistive technology reads what it is told has changed.
    card.notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT);
    if (notice.tone() == Notice.Tone.SUCCESS) {
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
            getChildren().remove(card);
          }
        });
    stay.play();
  }

  /// Takes a notice away; nothing happens if it is not shown any more.
  public void close(Notice notice) {
    getChildren().removeIf(node -> node instanceof NoticeCard card && card.notice() == notice);
  }

  /// The notices that are shown, the oldest first.
  public List<Notice> shown() {
    return getChildren().stream().map(node -> ((NoticeCard) node).notice()).toList();
  }
}
