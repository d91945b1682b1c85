package io.github.tensorloupe.desktop.pane.metadata;

import javafx.scene.control.TextField;
import javafx.scene.control.TreeTableCell;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;

/// A cell of the JSON tree whose text can be edited in place. What was typed is kept wherever the
/// person goes next; only Escape drops it.
abstract class JsonCell extends TreeTableCell<JsonEntry, JsonEntry> {

  private final JsonTree tree;

  JsonCell(JsonTree tree) {
    this.tree = tree;
    setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
            edit();
            event.consume();
          }
        });
  }

  /// Begins editing in the selected line.
  abstract void edit();

  /// Whether there is something to edit.
  abstract boolean isEditable(JsonEntry entry);

  /// The text that is edited.
  abstract String editedText(JsonEntry entry);

  /// Takes over what was typed.
  abstract void commit(JsonEntry entry, String text);

  /// What the cell shows while it is not edited; nothing for null.
  abstract void showItem(JsonEntry entry);

  @Override
  public void startEdit() {
    JsonEntry entry = getItem();
    if (entry == null || !isEditable(entry)) {
      return;
    }
    super.startEdit();
    if (isEditing()) {
      TextField field = field(entry);
      setText(null);
      setGraphic(field);
      field.requestFocus();
      field.selectAll();
    }
  }

  private TextField field(JsonEntry entry) {
    TextField field =
        new InlineField(this, editedText(entry), tree.editing(), text -> commit(entry, text));
    field.setId("metadata-json-field");
    field.setAccessibleText(getTableColumn().getText());
    field.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
    return field;
  }

  private void keyPressed(KeyEvent event) {
    if (event.getCode() == KeyCode.ESCAPE) {
      tree.editing().dropDraft();
    } else if (event.getCode() != KeyCode.ENTER) {
      return;
    }
    cancelEdit();
    tree.requestFocus();
    event.consume();
  }

  /// Ends editing, for whatever reason; what was typed is kept.
  @Override
  public void cancelEdit() {
    super.cancelEdit();
    setGraphic(null);
    updateItem(getItem(), isEmpty());
    tree.editing().commitDraft();
  }

  @Override
  protected final void updateItem(JsonEntry entry, boolean empty) {
    super.updateItem(entry, empty);
    if (!isEditing()) {
      setGraphic(null);
      showItem(empty ? null : entry);
    }
  }
}
