package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.format.DisplayText;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// One pending change on one line: what happens, the key, and the value before and after.
final class ChangeCell extends ListCell<EntryChange> {

  private static final int SHOWN_CHARACTERS = 120;
  private static final double KEY_WIDTH = 220;

  private final Messages messages;
  private final FontIcon icon = Icons.of(Feather.PLUS, "icon-small");
  private final Label key = new Label();
  private final Label text = new Label();
  private final HBox line = new HBox(8, icon, key, text);

  ChangeCell(Messages messages) {
    this.messages = messages;
    key.getStyleClass().add("mono");
    key.setMinWidth(96);
    key.setPrefWidth(KEY_WIDTH);
    text.getStyleClass().add("muted");
    // What is long must not take the room of the key.
    text.setMinWidth(0);
    text.setPrefWidth(0);
    text.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(text, Priority.ALWAYS);
    line.setAlignment(Pos.CENTER_LEFT);
    line.setPrefWidth(0);
    line.setMinWidth(0);
  }

  @Override
  protected void updateItem(EntryChange change, boolean empty) {
    super.updateItem(change, empty);
    if (empty || change == null) {
      setGraphic(null);
      setAccessibleText(null);
      return;
    }
    switch (change) {
      case EntryChange.Added(String name, String value) ->
          show("added", Feather.PLUS, "icon-success", keyText(name), valueText(value));
      case EntryChange.Removed(String name, String value) ->
          show("removed", Feather.MINUS, "icon-danger", keyText(name), valueText(value));
      case EntryChange.Revalued(String name, String before, String after) ->
          show("revalued", Feather.EDIT_2, "icon-info", keyText(name), arrow(before, after));
      case EntryChange.Renamed(String before, String after, String old, String value) ->
          show(
              "renamed",
              Feather.TAG,
              "icon-info",
              keyText(before) + " → " + keyText(after),
              old.equals(value) ? valueText(value) : arrow(old, value));
      case EntryChange.Reordered() ->
          show(
              "reordered",
              Feather.SHUFFLE,
              "icon-info",
              messages.text("metadata.change.reordered"),
              "");
    }
    setGraphic(line);
  }

  private void show(String kind, Ikon ikon, String iconClass, String keyShown, String textShown) {
    icon.setIconCode(ikon);
    icon.getStyleClass().setAll("icon", "icon-small", iconClass);
    key.setText(keyShown);
    text.setText(textShown);
    setAccessibleText(messages.text("metadata.change." + kind) + ": " + keyShown + " " + textShown);
  }

  private String keyText(String name) {
    return name.isEmpty() ? messages.text("metadata.empty-key") : DisplayText.of(name);
  }

  private String valueText(String value) {
    return value.isBlank()
        ? messages.text(value.isEmpty() ? "metadata.empty-value" : "metadata.blank-value")
        : ReadableText.onOneLine(value, SHOWN_CHARACTERS);
  }

  private String arrow(String before, String after) {
    return valueText(before) + " → " + valueText(after);
  }
}
