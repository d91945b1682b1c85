package io.github.tensorloupe.desktop.pane.comparison;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;

/// Asks for the checkpoints to compare. Belongs to the FX thread.
///
/// @param choices returns the known checkpoints, the open ones first
/// @param onCompare compares a base with a newer checkpoint
public record CompareFlow(
    PaneContext context, Supplier<List<Choice>> choices, BiConsumer<Path, Path> onCompare) {

  private static final int NAME_CHARACTERS = 80;

  /// A checkpoint that can be compared.
  ///
  /// @param path absolute
  public record Choice(Path path, Origin origin) {}

  /// The place where a checkpoint is known from, in the order of preference.
  public enum Origin {
    TAB,
    RECENT,
    LIBRARY,
    DISK
  }

  /// Shows the dialog. The open checkpoint is B; an open comparison provides both sides.
  public void choose() {
    List<FileDocument> open = context.selection().openDocuments();
    Optional<Path> base = open.size() > 1 ? path(open.getFirst()) : Optional.empty();
    show(base, open.isEmpty() ? Optional.empty() : path(open.getLast()));
  }

  /// Shows the dialog with a checkpoint as B.
  public void choose(Path b) {
    show(Optional.empty(), Optional.of(b));
  }

  private static Optional<Path> path(FileDocument document) {
    return Optional.of(document.checkpoint().path());
  }

  private void show(Optional<Path> a, Optional<Path> b) {
    String title = context.messages().text("compare.choose.title");
    context.panels().show("comparison", title, () -> choicePanel(title, a, b));
  }

  private Panel choicePanel(String title, Optional<Path> a, Optional<Path> b) {
    Messages messages = context.messages();
    Panel panel = new Panel("compare-choice");
    panel.setTitle(title, messages.text("compare.choose.sentence"));
    CompareForm form = new CompareForm(context, choices.get(), a, b);
    panel.setBody(form);
    panel.setOnEscape(() -> context.panels().hide(panel));
    Button compare =
        button(
            panel,
            "compare-run",
            messages.text("compare.drop.compare"),
            () -> onCompare.accept(form.a.get().path(), form.b.get().path()));
    compare.disableProperty().bind(form.a.isNull().or(form.b.isNull()));
    String cancel = messages.text("save.button.cancel");
    Button swap =
        PanelParts.button("compare-swap", messages.text("command.swap-sides"), form::swap);
    swap.setGraphic(Icons.of(Command.SWAP_SIDES.icon()));
    panel.setButtons(
        List.of(swap), List.of(button(panel, "compare-cancel", cancel, () -> {}), compare));
    return panel;
  }

  /// Returns the open path, or the base of the open comparison.
  private Optional<Path> base() {
    return context.selection().openDocuments().stream().findFirst().flatMap(CompareFlow::path);
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
    String title = context.messages().text("compare.drop.title");
    context.panels().show("comparison", title, () -> dropPanel(title, opened, a, b));
  }

  private Panel dropPanel(String title, Path opened, Path a, Path b) {
    Messages messages = context.messages();
    Panel panel = new Panel("drop-choice");
    panel.setTitle(title, "");
    String sentence = messages.text("compare.drop.sentence", name(a), name(b));
    panel.setBody(new VBox(PanelParts.wrapping(sentence)));
    panel.setOnEscape(() -> context.panels().hide(panel));
    String cancel = messages.text("save.button.cancel");
    String open = messages.text("compare.drop.open", name(opened));
    String compare = messages.text("compare.drop.compare");
    panel.setButtons(
        List.of(button(panel, "drop-cancel", cancel, () -> {})),
        List.of(
            button(panel, "drop-open", open, () -> context.open().accept(opened)),
            button(panel, "drop-compare", compare, () -> onCompare.accept(a, b))));
    return panel;
  }

  private Button button(Panel panel, String id, String text, Runnable action) {
    Runnable answer =
        () -> {
          context.panels().hide(panel);
          action.run();
        };
    return PanelParts.button(id, text, answer);
  }

  private static String name(Path path) {
    Path name = Objects.requireNonNullElse(path.getFileName(), path);
    return DisplayText.of(name.toString(), NAME_CHARACTERS);
  }
}
