package io.github.tensorloupe.desktop.control.panel;

import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Pieces that bodies of panels are made of.
public final class Notices {

  /// How much a notice matters.
  public enum Tone {
    DANGER("notice-danger", Feather.X_CIRCLE, "icon-danger"),
    WARNING("notice-warning", Feather.ALERT_TRIANGLE, "icon-warning"),
    SUCCESS("notice-success", Feather.CHECK_CIRCLE, "icon-success"),
    INFO("notice-info", Feather.INFO, "icon-info");

    private final String styleClass;
    private final Feather icon;
    private final String iconClass;

    Tone(String styleClass, Feather icon, String iconClass) {
      this.styleClass = styleClass;
      this.icon = icon;
      this.iconClass = iconClass;
    }
  }

  private Notices() {}

  /// A framed sentence, with controls below it that help.
  public static HBox of(Tone tone, String sentence, Node... below) {
    VBox texts = new VBox(8, wrapping(sentence));
    texts.getChildren().addAll(below);
    texts.setMinWidth(0);
    HBox.setHgrow(texts, Priority.ALWAYS);
    HBox notice = new HBox(12, Icons.of(tone.icon, tone.iconClass), texts);
    notice.getStyleClass().addAll("notice", tone.styleClass);
    return notice;
  }

  /// What did not work, in the language of the window, with a button that copies the rest of what
  /// is known of it.
  public static HBox of(Failure failure, Messages messages) {
    return of(
        Tone.DANGER, messages.sentence(failure.sentence()), DetailsButton.where(failure, messages));
  }

  /// A text in as many lines as it takes.
  public static Label wrapping(String text, String... styleClasses) {
    Label label = new Label(text);
    label.getStyleClass().addAll(styleClasses);
    label.setWrapText(true);
    label.setMinWidth(0);
    label.setMinHeight(Region.USE_PREF_SIZE);
    return label;
  }

  /// A heading with what belongs to it.
  public static VBox section(String heading, Node... content) {
    Label label = new Label(heading);
    label.getStyleClass().add("panel-heading");
    VBox section = new VBox(8, label);
    section.getChildren().addAll(content);
    section.setMinWidth(0);
    return section;
  }
}
