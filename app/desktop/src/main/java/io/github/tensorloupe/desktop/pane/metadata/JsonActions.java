package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The actions on a line of the JSON tree, as context menu and tool bar.
final class JsonActions {

  private final JsonTree tree;
  private final Messages messages;

  JsonActions(JsonTree tree, Messages messages) {
    this.tree = tree;
    this.messages = messages;
  }

  /// The menu of the selected line, made anew each time it is shown.
  ContextMenu menu() {
    ContextMenu menu = new ContextMenu();
    menu.getItems().setAll(items());
    menu.setOnShowing(_ -> menu.getItems().setAll(items()));
    return menu;
  }

  /// The row of buttons below the tree.
  HBox toolbar() {
    BooleanBinding locked = tree.editableProperty().not();
    BooleanBinding noLine =
        locked.or(Bindings.isNull(tree.getSelectionModel().selectedItemProperty()));
    HBox bar =
        new HBox(
            2,
            button("add", Feather.PLUS, locked, tree::addBehind),
            button("add-inside", Feather.CORNER_DOWN_RIGHT, noLine, tree::addInside),
            button("rename", Feather.TAG, noLine, tree::editName),
            button("edit-value", Feather.EDIT_2, noLine, tree::editValue),
            button("remove", Feather.TRASH_2, noLine, tree::remove));
    bar.setAlignment(Pos.CENTER_LEFT);
    bar.getStyleClass().add("metadata-toolbar");
    return bar;
  }

  private List<MenuItem> items() {
    boolean editable = tree.isEditable();
    boolean selected = tree.selected().isPresent();
    boolean scalar = tree.selected().filter(each -> each.value().isScalar()).isPresent();
    boolean container = selected && !scalar;
    return List.of(
        item("edit-value", Feather.EDIT_2, editable && scalar, tree::editValue),
        item(
            "rename",
            Feather.TAG,
            editable && tree.selected().filter(tree::hasName).isPresent(),
            tree::editName),
        item("turn", Feather.REPEAT, editable && scalar, this::convert),
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

  /// Turns a string that looks like a number or keyword into one, and any other scalar into a
  /// string.
  private void convert() {
    tree.selected()
        .ifPresent(
            entry -> {
              JsonValue value = entry.value();
              String text = value.scalarText();
              tree.replace(
                  entry.path(),
                  value instanceof JsonString ? JsonValue.ofTyped(text) : new JsonString(text));
            });
  }

  private void copy() {
    tree.selected()
        .map(JsonEntry::value)
        .map(value -> value.isScalar() ? value.scalarText() : JsonForm.PRETTY.write(value))
        .ifPresent(CopyMenu::copy);
  }
}
