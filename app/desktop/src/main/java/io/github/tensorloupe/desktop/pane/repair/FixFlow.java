package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// Offers a fix for the damaged files of the open document. Belongs to the FX thread.
///
/// @param <P> the plan of the fix
abstract sealed class FixFlow<P> permits RepairFlow, SalvageFlow {

  private final RepairTools tools;
  private final Selection selection;
  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper();
  private List<TensorFile> files = List.of();
  private Optional<FixViewModel<P>> current = Optional.empty();

  FixFlow(RepairTools tools, Selection selection) {
    this.tools = tools;
    this.selection = selection;
  }

  final RepairTools tools() {
    return tools;
  }

  final Messages messages() {
    return tools.messages();
  }

  final Selection selection() {
    return selection;
  }

  /// The files of the open document that match, in order.
  final List<TensorFile> filesThat(Predicate<TensorFile> match) {
    return selection.openDocument().stream()
        .flatMap(open -> open.checkpoint().files().stream())
        .filter(match)
        .toList();
  }

  /// Sets the files that the fix can be offered for.
  final void setFiles(List<TensorFile> fixable) {
    files = fixable;
    possible.set(!fixable.isEmpty());
  }

  /// Returns true if the fix can be offered for the open document.
  public final BooleanExpression possible() {
    return possible.getReadOnlyProperty();
  }

  /// Returns true while a file is being written.
  public final boolean isWriting() {
    return current.filter(model -> model.workingProperty().get()).isPresent();
  }

  /// Shows the panel.
  public final void show() {
    if (files.isEmpty() || isWriting()) {
      return;
    }
    Fix<P> fix = fix();
    FixPanel.Texts texts = texts();
    FixViewModel<P> model = new FixViewModel<>(fix, files, first(), tools.jobs(), tools.messages());
    current = Optional.of(model);
    tools
        .panels()
        .get()
        .show(
            new PanelSource(
                "repair", texts.title(), () -> new FixPanel<>(model, fix, tools, texts).panel()));
  }

  /// The file of the selected tensor or of the caret if it is offered, else the first one.
  private TensorFile first() {
    return Stream.concat(
            selection.tensorProperty().get().map(TensorRef::file).stream(),
            selection.caretProperty().get().map(Caret::file).stream())
        .filter(files::contains)
        .findFirst()
        .orElse(files.getFirst());
  }

  /// The fix that is offered.
  abstract Fix<P> fix();

  /// The texts of the panel.
  abstract FixPanel.Texts texts();

  /// The name of a new file, with a word before its extension.
  static String suggestedName(String name, String word) {
    int dot = name.lastIndexOf('.');
    return "%s.%s.safetensors".formatted(dot > 0 ? name.substring(0, dot) : name, word);
  }
}
