package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.selection.MetadataEdits;

/// Makes the text typed into an input a pending draft from the first character on. The draft is
/// committed when the input loses the focus; Escape discards it.
final class TypedText {

  private final TextInputControl input;
  private final EntryEditing editing;
  private final BiConsumer<MetadataEdits, String> change;
  private String shown = "";
  private String committed = "";
  private boolean isTyping;

  /// @param change applies the typed text to the edits
  TypedText(
      TextInputControl input, EntryEditing editing, BiConsumer<MetadataEdits, String> change) {
    this.input = input;
    this.editing = editing;
    this.change = change;
    input.textProperty().addListener((_, old, _) -> typed(old));
    FocusTraversal.whenLeft(input, this::commit);
    input.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
  }

  // In a text area, Enter inserts a line break. Keys consumed by a list of completions are ignored.
  private void keyPressed(KeyEvent event) {
    if (event.isConsumed()) {
      return;
    }
    if (event.getCode() == KeyCode.ENTER
        && (input instanceof TextField || event.isShortcutDown())) {
      commit();
      event.consume();
    } else if (event.getCode() == KeyCode.ESCAPE && isTyping) {
      editing.document.dropDraft();
      event.consume();
    }
  }

  private void typed(String old) {
    if (!isTyping && input.isEditable() && old.equals(committed)) {
      isTyping = true;
      editing.startDraft(this::commit, this::revert);
    }
  }

  private void commit(MetadataEdits edits) {
    isTyping = false;
    // Text typed before the value is shown again is a new draft.
    committed = input.getText();
    change.accept(edits, committed);
  }

  private void revert() {
    reset();
    isTyping = false;
  }

  private void reset() {
    committed = shown;
    if (!input.getText().equals(shown)) {
      input.setText(shown);
    }
  }

  void commit() {
    if (isTyping) {
      editing.document.commitDraft();
    }
  }

  /// Shows a text, unless the user is typing.
  void show(String text) {
    shown = text;
    if (!isTyping) {
      reset();
    }
  }
}
