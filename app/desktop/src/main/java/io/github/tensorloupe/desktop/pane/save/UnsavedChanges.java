package io.github.tensorloupe.desktop.pane.save;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;

/// Asks before unsaved changes would be lost. Belongs to the FX thread.
public final class UnsavedChanges {

  private final PanelHost panels;
  private final Selection selection;
  private final DocumentEdits edits;
  private final SaveFlow saving;
  private final BooleanSupplier writing;
  private final Consumer<String> tell;
  private final Messages messages;

  /// @param writing returns true while files are being written
  /// @param tell shows a message
  public UnsavedChanges(
      PanelHost panels,
      Selection selection,
      DocumentEdits edits,
      SaveFlow saving,
      BooleanSupplier writing,
      Consumer<String> tell,
      Messages messages) {
    this.panels = panels;
    this.selection = selection;
    this.edits = edits;
    this.saving = saving;
    this.writing = writing;
    this.tell = tell;
    this.messages = messages;
  }

  /// Returns true if there are no unsaved changes and no files are being written.
  public boolean isSettled() {
    return !writing.getAsBoolean() && !edits.changedProperty().get();
  }

  /// Runs an action that closes the document: at once if nothing is pending, else after the user
  /// has saved or discarded the changes. While files are being written, shows a message instead.
  public void before(Runnable action) {
    if (writing.getAsBoolean()) {
      tell.accept(messages.text("ask.writing"));
      return;
    }
    if (isSettled()) {
      panels.hide();
      action.run();
      return;
    }
    show("unsaved", () -> questionBefore(action));
  }

  private Panel questionBefore(Runnable action) {
    Panel panel = panel("unsaved");
    Button discard = button(panel, "unsaved-discard", () -> discardAnd(action));
    discard.getStyleClass().add("danger");
    Button keep = button(panel, "unsaved-keep", () -> {});
    Button save = button(panel, "unsaved-save", () -> saving.saveThen(action));
    panel.setButtons(List.of(discard), List.of(keep, save));
    return panel;
  }

  /// Discards the pending changes after a confirmation.
  public void discard() {
    show("discard", this::questionBeforeDiscarding);
  }

  private Panel questionBeforeDiscarding() {
    Panel panel = panel("discard");
    Button keep = button(panel, "discard-keep", () -> {});
    Button discard = button(panel, "discard-discard", edits::discard);
    discard.getStyleClass().add("danger");
    panel.setButtons(List.of(), List.of(discard, keep));
    return panel;
  }

  private void discardAnd(Runnable action) {
    edits.discard();
    action.run();
  }

  private void show(String id, Supplier<Panel> maker) {
    panels.show(new PanelSource("save", messages.text("ask.title." + id), maker));
  }

  private Panel panel(String id) {
    Panel panel = new Panel(id);
    String name = DisplayText.of(selection.openDocument().map(OpenDocument::name).orElse(""));
    panel.setTitle(messages.text("ask.title." + id), name);
    panel.setBody(new VBox(PanelParts.wrapping(messages.text("ask.sentence." + id))));
    panel.setOnEscape(() -> panels.hide(panel));
    return panel;
  }

  private Button button(Panel panel, String id, Runnable action) {
    return PanelParts.button(
        id,
        messages.text("button." + id),
        () -> {
          panels.hide(panel);
          action.run();
        });
  }
}
