package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import java.util.List;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// What can be done to a line of the JSON tree. Made for the selected line as it is about to be
/// shown.
final class JsonTreeMenu {

  private final JsonTree tree;
  private final Messages messages;

  JsonTreeMenu(JsonTree tree, Messages messages) {
    this.tree = tree;
    this.messages = messages;
  }

  /// A menu that is always up to date.
  ContextMenu menu() {
    ContextMenu menu = new ContextMenu();
    menu.getItems().setAll(items());
    menu.setOnShowing(_ -> menu.getItems().setAll(items()));
    return menu;
  }

  private List<MenuItem> items() {
    boolean editable = tree.isEditable();
    boolean selected = tree.selected().isPresent();
    boolean scalar = tree.selected().filter(each -> JsonScalar.is(each.value())).isPresent();
    boolean container = selected && !scalar;
    return List.of(
        item("edit-value", Feather.EDIT_2, editable && scalar, tree::editValue),
        item(
            "rename",
            Feather.TAG,
            editable && tree.selected().filter(tree::hasName).isPresent(),
            tree::editName),
        item("turn", Feather.REPEAT, editable && scalar, this::turn),
        new SeparatorMenuItem(),
        item("add", Feather.PLUS, editable, tree::addBehind),
        item("add-inside", Feather.CORNER_DOWN_RIGHT, editable && container, tree::addInside),
        item("remove", Feather.TRASH_2, editable && selected, tree::remove),
        new SeparatorMenuItem(),
        item("copy", Feather.COPY, selected, this::copy));
  }

  private MenuItem item(String name, Ikon icon, boolean enabled, Runnable action) {
    MenuItem item = new MenuItem(messages.text("metadata.json.action." + name), Icons.of(icon));
    item.setId("metadata-json-" + name);
    item.setDisable(!enabled);
    item.setOnAction(_ -> action.run());
    return item;
  }

  /// A text that looks like a number or keyword becomes one, and the other way round.
  private void turn() {
    tree.selected()
        .ifPresent(
            entry -> {
              JsonValue value = entry.value();
              String text = JsonScalar.text(value);
              tree.replace(
                  entry.path(),
                  value instanceof JsonString ? JsonScalar.guessed(text) : new JsonString(text));
            });
  }

  private void copy() {
    tree.selected()
        .ifPresent(
            entry ->
                Copying.copy(
                    JsonScalar.is(entry.value())
                        ? JsonScalar.text(entry.value())
                        : JsonForm.PRETTY.write(entry.value())));
  }
}
