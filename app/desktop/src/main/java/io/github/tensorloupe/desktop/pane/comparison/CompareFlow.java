package io.github.tensorloupe.desktop.pane.comparison;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.FileDialogs.Existing;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;

/// Asks for the checkpoints to compare. Belongs to the FX thread.
///
/// @param onCompare compares a base with a newer checkpoint
public record CompareFlow(PaneContext context, BiConsumer<Path, Path> onCompare) {

  private static final int NAME_CHARACTERS = 80;

  /// Asks for the checkpoint to compare with the open one, or for both if nothing is open.
  public void choose() {
    Optional<Path> base = base().or(this::chooseFile);
    base.ifPresent(a -> chooseFile().ifPresent(b -> onCompare.accept(a, b)));
  }

  private Optional<Path> chooseFile() {
    return context.dialogs().get().choose(Existing.CHECKPOINT);
  }

  /// Returns the open path, or the base of the open comparison.
  private Optional<Path> base() {
    return context
        .selection()
        .openDocument()
        .map(open -> open.checkpoint().path())
        .or(() -> context.selection().openComparison().map(open -> open.sideA().path()));
  }

  /// Opens the dropped paths. If a document is already open or several paths were dropped, the user
  /// chooses between opening and comparing.
  ///
  /// @param paths at least one
  public void dropped(List<Path> paths) {
    Path first = paths.getFirst();
    if (paths.size() > 1) {
      offer(first, first, paths.get(1));
    } else {
      base().ifPresentOrElse(base -> offer(first, base, first), () -> context.open().accept(first));
    }
  }

  private void offer(Path opened, Path a, Path b) {
    Messages messages = context.messages();
    String title = messages.text("compare.drop.title");
    context
        .panels()
        .show(
            "comparison",
            title,
            () -> {
              Panel panel = new Panel("drop-choice");
              panel.setTitle(title, "");
              String sentence = messages.text("compare.drop.sentence", name(a), name(b));
              panel.setBody(new VBox(PanelParts.wrapping(sentence)));
              panel.setOnEscape(() -> context.panels().hide(panel));
              String open = messages.text("compare.drop.open", name(opened));
              panel.setButtons(
                  List.of(button(panel, "cancel", messages.text("save.button.cancel"), () -> {})),
                  List.of(
                      button(panel, "open", open, () -> context.open().accept(opened)),
                      button(
                          panel,
                          "compare",
                          messages.text("compare.drop.compare"),
                          () -> onCompare.accept(a, b))));
              return panel;
            });
  }

  private Button button(Panel panel, String id, String text, Runnable action) {
    Runnable answer =
        () -> {
          context.panels().hide(panel);
          action.run();
        };
    return PanelParts.button("drop-" + id, text, answer);
  }

  private static String name(Path path) {
    Path name = Objects.requireNonNullElse(path.getFileName(), path);
    return DisplayText.of(name.toString(), NAME_CHARACTERS);
  }
}
