package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.edit.EditableText;

/// The field in which the text of a cell is edited in place. What is typed into it counts as
/// pending from the first character on.
final class InlineField extends TextField {

  /// @param cell ends editing when the field loses the focus; its text is edited
  /// @param text before editing
  /// @param editing hears of what is typed
  /// @param onCommit receives what was typed
  InlineField(IndexedCell<?> cell, String text, EntryEditing editing, Consumer<String> onCommit) {
    EditableText before = EditableText.ofLine(text);
    setText(before.text());
    getStyleClass().addAll("small", "metadata-cell-field");
    textProperty()
        .addListener(
            (_, old, _) -> {
              if (old.equals(before.text())) {
                editing.startDraft(
                    () -> onCommit.accept(before.value(getText())), cell::cancelEdit);
              }
            });
    focusedProperty()
        .addListener(
            (_, _, focused) -> {
              if (!focused && cell.isEditing()) {
                cell.cancelEdit();
              }
            });
  }
}
