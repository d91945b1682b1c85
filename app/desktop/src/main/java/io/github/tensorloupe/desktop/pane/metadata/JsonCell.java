package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.pane.metadata.EntryCell.InlineField;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;

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

  /// True where the line can be edited.
  abstract boolean isEditable(JsonEntry entry);

  /// The text that is edited.
  abstract String editedText(JsonEntry entry);

  /// Takes over what was typed.
  abstract void commit(JsonEntry entry, String text);

  /// Shows a line that is not being edited; clears the cell for null.
  abstract void showItem(JsonEntry entry);

  @Override
  public void startEdit() {
    JsonEntry entry = getItem();
    if (entry == null || !isEditable(entry)) {
      return;
    }
    super.startEdit();
    if (isEditing()) {
      new InlineField(this, editedText(entry), tree.editing(), text -> commit(entry, text))
          .open("metadata-json-field", getTableColumn().getText(), this::keyPressed);
    }
  }

  private void keyPressed(KeyEvent event) {
    if (event.getCode() == KeyCode.ESCAPE) {
      tree.editing().document().dropDraft();
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
    tree.editing().document().commitDraft();
  }

  @Override
  protected final void updateItem(JsonEntry entry, boolean empty) {
    super.updateItem(entry, empty);
    if (!isEditing()) {
      setGraphic(null);
      showItem(empty ? null : entry);
    }
  }

  /// The name of a line of the JSON tree; those of members can be edited.
  static final class NameCell extends JsonCell {

    private final JsonTree tree;
    private final Messages messages;

    NameCell(JsonTree tree, Messages messages) {
      super(tree);
      this.tree = tree;
      this.messages = messages;
      getStyleClass().addAll("mono", "json-name");
    }

    @Override
    void edit() {
      tree.editName();
    }

    @Override
    boolean isEditable(JsonEntry entry) {
      return tree.hasName(entry);
    }

    @Override
    String editedText(JsonEntry entry) {
      return entry.name();
    }

    @Override
    void commit(JsonEntry entry, String text) {
      tree.rename(entry.path(), text);
    }

    @Override
    void showItem(JsonEntry entry) {
      setText(entry == null ? null : entry.shownName(messages));
    }
  }

  /// The value of a line of the JSON tree; those that are no objects or arrays can be edited.
  static final class ValueCell extends JsonCell {

    private static final List<String> KINDS =
        List.of("json-container", "json-string", "json-number", "json-keyword");

    private final JsonTree tree;
    private final Messages messages;

    ValueCell(JsonTree tree, Messages messages) {
      super(tree);
      this.tree = tree;
      this.messages = messages;
      getStyleClass().addAll("mono", "json-value");
      Tips.tell(this, () -> Objects.requireNonNullElse(getText(), ""));
    }

    @Override
    void edit() {
      tree.editValue();
    }

    @Override
    boolean isEditable(JsonEntry entry) {
      return !entry.isRange() && entry.value().isScalar();
    }

    @Override
    String editedText(JsonEntry entry) {
      return entry.value().scalarText();
    }

    @Override
    void commit(JsonEntry entry, String text) {
      tree.replace(entry.path(), entry.value().replacedBy(text));
    }

    @Override
    void showItem(JsonEntry entry) {
      getStyleClass().removeAll(KINDS);
      setText(entry == null ? null : entry.shownValue(messages));
      if (entry != null) {
        getStyleClass().add(entry.styleClass());
      }
    }
  }
}
