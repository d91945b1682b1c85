package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.pane.metadata.EntryCell.InlineField;
import io.github.tensorloupe.desktop.theme.Tips;

/// A cell of the JSON tree whose text can be edited in place. What was typed is kept wherever the
/// person goes next; only Escape drops it.
final class JsonCell extends TreeTableCell<JsonEntry, JsonEntry> {

  /// The part of a line that the cells of a column show and edit.
  ///
  /// @param shown the text of the cell
  /// @param styleClass of that text
  /// @param isEditable true of lines where the part can be edited
  /// @param edited the text that is edited
  /// @param commit takes over what was typed
  record Part(
      Function<JsonEntry, String> shown,
      Function<JsonEntry, String> styleClass,
      Predicate<JsonEntry> isEditable,
      Function<JsonEntry, String> edited,
      BiConsumer<JsonEntry, String> commit) {}

  private final JsonTree tree;
  private final Part part;
  private String styleClass = "";

  JsonCell(JsonTree tree, Part part) {
    this.tree = tree;
    this.part = part;
    getStyleClass().add("mono");
    Tips.tell(this, () -> Objects.requireNonNullElse(getText(), ""));
    setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
            tree.startEditing(getTableColumn());
            event.consume();
          }
        });
  }

  @Override
  public void startEdit() {
    JsonEntry entry = getItem();
    if (entry == null || !part.isEditable().test(entry)) {
      return;
    }
    super.startEdit();
    if (isEditing()) {
      String text = part.edited().apply(entry);
      new InlineField(this, text, tree.editing(), typed -> part.commit().accept(entry, typed))
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
  protected void updateItem(JsonEntry entry, boolean empty) {
    super.updateItem(entry, empty);
    if (!isEditing()) {
      setGraphic(null);
      setText(entry == null ? null : part.shown().apply(entry));
      getStyleClass().remove(styleClass);
      if (entry != null) {
        styleClass = part.styleClass().apply(entry);
        getStyleClass().add(styleClass);
      }
    }
  }
}
