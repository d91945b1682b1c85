package io.github.tensorloupe.desktop.pane.save;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.format.DisplayText;

/// Asks the user before unsaved changes would be lost. Belongs to the FX thread.
///
/// @param writing returns true while files are being written
public record UnsavedChanges(PaneContext context, SaveFlow saving, BooleanSupplier writing) {

  /// Returns whether there are no unsaved changes and no files are being written.
  public boolean isSettled() {
    return !writing.getAsBoolean() && !context.edits().changedProperty().get();
  }

  /// Runs an action that closes the document: immediately if nothing is pending, otherwise after
  /// the user has saved or discarded the changes. While files are being written, shows a message
  /// instead.
  public void before(Runnable action) {
    if (writing.getAsBoolean()) {
      context.showMessage().accept(context.messages().text("ask.writing"));
    } else if (isSettled()) {
      context.panels().hide();
      action.run();
    } else {
      prompt("unsaved", panel -> offerToSave(panel, action));
    }
  }

  private void offerToSave(Panel panel, Runnable action) {
    Runnable discarded =
        () -> {
          context.edits().discard();
          action.run();
        };
    Button discard = button(panel, "unsaved-discard", discarded, "danger");
    Button keep = button(panel, "unsaved-keep", () -> {});
    Button save = button(panel, "unsaved-save", () -> saving.saveThen(action));
    // The document with the changes may already be closing while the next one is read.
    save.disableProperty().bind(context.selection().isOpenProperty().not());
    panel.setButtons(List.of(discard), List.of(keep, save));
  }

  public void discard() {
    prompt(
        "discard",
        panel -> {
          Button keep = button(panel, "discard-keep", () -> {});
          Button discard = button(panel, "discard-discard", context.edits()::discard, "danger");
          panel.setButtons(List.of(), List.of(discard, keep));
        });
  }

  private void prompt(String id, Consumer<Panel> buttons) {
    String title = context.messages().text("ask.title." + id);
    context
        .panels()
        .show(
            new PanelSource(
                "save",
                title,
                () -> {
                  Panel panel = new Panel(id);
                  String name =
                      context.selection().openDocument().map(FileDocument::name).orElse("");
                  panel.setTitle(title, DisplayText.of(name));
                  panel.setBody(
                      new VBox(PanelParts.wrapping(context.messages().text("ask.sentence." + id))));
                  panel.setOnEscape(() -> context.panels().hide(panel));
                  buttons.accept(panel);
                  return panel;
                }));
  }

  private Button button(Panel panel, String id, Runnable action, String... styleClasses) {
    Runnable answer =
        () -> {
          context.panels().hide(panel);
          action.run();
        };
    Button button = PanelParts.button(id, context.messages().text("button." + id), answer);
    button.getStyleClass().addAll(styleClasses);
    return button;
  }
}
