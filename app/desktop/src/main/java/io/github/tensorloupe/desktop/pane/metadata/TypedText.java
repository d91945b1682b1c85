package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentEdits.Draft;

/// What is typed into an input, pending from the first character on. It is taken over when the
/// focus leaves; Escape drops it.
final class TypedText {

  private final TextInputControl input;
  private final DocumentEdits edits;
  private final Consumer<String> onCommit;
  private String shown = "";
  private String settled = "";
  private boolean typing;

  /// @param onCommit receives what was typed
  TypedText(TextInputControl input, DocumentEdits edits, Consumer<String> onCommit) {
    this.input = input;
    this.edits = edits;
    this.onCommit = onCommit;
    input.textProperty().addListener((_, old, _) -> typed(old));
    input
        .focusedProperty()
        .addListener(
            (_, _, focused) -> {
              if (!focused) {
                commit();
              }
            });
    input.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
  }

  /// Enter ends a line where there are several.
  private void keyPressed(KeyEvent event) {
    if (event.getCode() == KeyCode.ENTER
        && (input instanceof TextField || event.isShortcutDown())) {
      commit();
      event.consume();
    } else if (event.getCode() == KeyCode.ESCAPE && typing) {
      edits.dropDraft();
      event.consume();
    }
  }

  private void typed(String old) {
    if (!typing && input.isEditable() && old.equals(settled)) {
      typing = true;
      edits.startDraft(new Draft(this::take, this::revert));
    }
  }

  private void take() {
    typing = false;
    // Who types on before the value is shown again begins from here.
    settled = input.getText();
    onCommit.accept(settled);
  }

  private void revert() {
    settle();
    typing = false;
  }

  private void settle() {
    settled = shown;
    if (!input.getText().equals(shown)) {
      input.setText(shown);
    }
  }

  /// Makes what was typed part of the edits.
  void commit() {
    if (typing) {
      edits.commitDraft();
    }
  }

  /// Shows a text, unless something is being typed: that is kept.
  void show(String text) {
    shown = text;
    if (!typing) {
      settle();
    }
  }
}
