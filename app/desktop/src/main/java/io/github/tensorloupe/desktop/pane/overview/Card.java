package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// A framed part of the overview with a title.
class Card extends VBox {

  private final Messages messages;

  /// @param id of the card
  /// @param title of the card, for a person
  Card(String id, String title, Messages messages) {
    super(12);
    this.messages = messages;
    setId(id);
    getStyleClass().addAll("card", "overview-card");
    Label heading = new Label(title);
    heading.getStyleClass().add("heading");
    getChildren().add(heading);
  }

  final Messages messages() {
    return messages;
  }

  /// A text that may be long: it gives way to its neighbours, and the tool tip has all of it.
  static Label elastic(String text, String fullText, String... styleClasses) {
    Label label = new Label(text);
    label.getStyleClass().addAll(styleClasses);
    label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    label.setMinWidth(0);
    label.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(label, Priority.ALWAYS);
    Tips.tell(label, () -> fullText);
    return label;
  }

  /// A figure that is never cut.
  static Label figure(String text, String... styleClasses) {
    Label label = new Label(text);
    label.getStyleClass().addAll(styleClasses);
    label.setMinWidth(Region.USE_PREF_SIZE);
    return label;
  }

  /// Nodes side by side.
  static HBox line(Node... nodes) {
    HBox line = new HBox(8, nodes);
    line.setAlignment(Pos.CENTER_LEFT);
    line.setMinWidth(0);
    return line;
  }

  /// A number with its noun, in the singular where it is 1.
  final String counted(String key, long count) {
    return count == 1 ? messages.text(key + ".one") : messages.text(key, Figures.count(count));
  }
}
