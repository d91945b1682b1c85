package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.selection.Caret;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import java.nio.file.Path;

/// Offers a fix for the damaged files of the open document, which is planned before it is carried
/// out. Belongs to the FX thread.
abstract sealed class FixFlow<P> permits RepairFlow, SalvageFlow {

  /// The texts of the panel.
  ///
  /// @param id of the panel, and prefix of the ids of its parts
  /// @param copyButton writes a new file
  /// @param ownButton writes the damaged file itself; empty if that is not offered
  /// @param nameWord stands before the extension in the initial name of a new file
  record Texts(
      String id, String title, String copyButton, Optional<String> ownButton, String nameWord) {}

  /// The result.
  ///
  /// @param file that was written
  /// @param sentence in the language of the window
  record Done(Path file, boolean isNew, String sentence) {}

  final RepairTools tools;
  final Messages messages;
  final Selection selection;
  final Texts texts;
  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper();
  private List<TensorFile> files = List.of();
  private Optional<FixViewModel<P>> current = Optional.empty();

  FixFlow(RepairTools tools, Selection selection, Texts texts) {
    this.tools = tools;
    this.messages = tools.messages();
    this.selection = selection;
    this.texts = texts;
  }

  /// Plans the fix. Called in the background.
  abstract P plan(TensorFile file) throws IOException;

  /// True if the plan would change anything.
  abstract boolean isUseful(P plan);

  /// Describes the plan. Called on the FX thread.
  abstract List<Node> describe(P plan);

  /// The work that carries out the plan. Called on the FX thread.
  ///
  /// @param target the new file, replaced if it exists; empty for the damaged file itself
  abstract Work<Done> carryOut(P plan, Optional<Path> target);

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

  /// True if the fix can be offered for the open document.
  public final BooleanExpression possible() {
    return possible.getReadOnlyProperty();
  }

  public final boolean isWriting() {
    return current.filter(model -> model.writingProperty().get().isPresent()).isPresent();
  }

  public final void show() {
    if (files.isEmpty() || isWriting()) {
      return;
    }
    FixViewModel<P> model = new FixViewModel<>(this, files, first());
    current = Optional.of(model);
    tools.show(texts.title(), () -> new FixPanel<>(model, this).panel());
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
}
