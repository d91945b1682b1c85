package io.github.tensorloupe.desktop.pane.metadata;

import javafx.scene.Node;
import javafx.scene.control.TableCell;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;

/// A cell of the table whose text can be edited in place. What was typed is kept wherever the
/// person goes next; only Escape drops it.
abstract class EntryCell extends TableCell<MetadataRow, MetadataRow> {

  private final MetadataTable table;
  private final EntryEditing editing;

  EntryCell(MetadataTable table, EntryEditing editing) {
    this.table = table;
    this.editing = editing;
    setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY
              && event.getClickCount() == 2
              && !isEmpty()) {
            table.startEditing(getIndex(), getTableColumn());
            event.consume();
          }
        });
  }

  /// The text that is edited.
  abstract String editedText(MetadataRow row);

  /// Takes over what was typed.
  abstract void commit(long id, String text);

  /// What the cell shows while it is not edited.
  abstract void showItem(MetadataRow row);

  /// Shows nothing.
  abstract void clear();

  @Override
  public void startEdit() {
    if (getItem() == null) {
      return;
    }
    super.startEdit();
    if (isEditing()) {
      setText(null);
      TextField field = field(getItem());
      setGraphic(field);
      field.requestFocus();
      field.selectAll();
    }
  }

  private TextField field(MetadataRow row) {
    TextField field =
        new InlineField(this, editedText(row), editing, text -> commit(row.id(), text));
    field.setId("metadata-cell-field");
    field.setAccessibleText(getTableColumn().getText());
    field.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
    return field;
  }

  private void keyPressed(KeyEvent event) {
    int index = getIndex();
    if (event.getCode() == KeyCode.ENTER) {
      finish();
      if (table.isNewWithoutValue(index)) {
        table.editNext(index, getTableColumn());
      }
    } else if (event.getCode() == KeyCode.ESCAPE) {
      editing.dropDraft();
      finish();
    } else if (event.getCode() == KeyCode.TAB) {
      finish();
      table.editNext(index, getTableColumn());
    } else {
      return;
    }
    event.consume();
  }

  private void finish() {
    cancelEdit();
    table.requestFocus();
  }

  /// Ends editing, for whatever reason; what was typed is kept.
  @Override
  public void cancelEdit() {
    super.cancelEdit();
    setGraphic(null);
    updateItem(getItem(), isEmpty());
    editing.commitDraft();
  }

  @Override
  protected final void updateItem(MetadataRow row, boolean empty) {
    super.updateItem(row, empty);
    if (empty || row == null) {
      clear();
    } else if (!isEditing()) {
      showItem(row);
    }
  }

  /// Shows a node or text where a field may have been.
  final void showOnly(String text, Node graphic) {
    setText(text);
    setGraphic(graphic);
  }
}
