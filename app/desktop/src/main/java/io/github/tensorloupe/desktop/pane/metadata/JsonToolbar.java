package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The row below the JSON tree: what is most often done to its lines.
final class JsonToolbar extends HBox {

  private final Messages messages;

  JsonToolbar(JsonTree tree, Messages messages) {
    super(2);
    this.messages = messages;
    setAlignment(Pos.CENTER_LEFT);
    getStyleClass().add("metadata-toolbar");
    BooleanBinding locked = tree.editableProperty().not();
    BooleanBinding noLine =
        locked.or(Bindings.isNull(tree.getSelectionModel().selectedItemProperty()));
    getChildren()
        .setAll(
            button("add", Feather.PLUS, locked, tree::addBehind),
            button("add-inside", Feather.CORNER_DOWN_RIGHT, noLine, tree::addInside),
            button("rename", Feather.TAG, noLine, tree::editName),
            button("edit-value", Feather.EDIT_2, noLine, tree::editValue),
            button("remove", Feather.TRASH_2, noLine, tree::remove));
  }

  private Button button(String name, Ikon icon, BooleanBinding disabled, Runnable action) {
    String text = messages.text("metadata.json.action." + name);
    Button button = new Button(null, Icons.of(icon));
    button.setId("metadata-json-button-" + name);
    button.getStyleClass().addAll("flat", "button-icon");
    button.setAccessibleText(text);
    Tips.explain(button, text);
    button.disableProperty().bind(disabled);
    button.setOnAction(_ -> action.run());
    return button;
  }
}
