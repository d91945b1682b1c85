package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.pane.FileDialogs.Existing;
import io.github.tensorloupe.desktop.pane.batch.BatchFlow;
import io.github.tensorloupe.desktop.pane.export.ExportFlow;
import io.github.tensorloupe.desktop.pane.repair.RepairTools;
import io.github.tensorloupe.desktop.pane.save.SaveFlow;
import io.github.tensorloupe.desktop.pane.save.UnsavedChanges;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.Saver;
import java.nio.file.Path;

/// Opening, saving, exporting and repairing in one window, bound to its commands. Whatever ends the
/// document first settles pending changes. Belongs to the FX thread.
final class WindowFlows {

  private final WindowContext window;
  private final WindowDocument document;
  private final SaveFlow saving;
  private final BatchFlow batch;
  private final ExportFlow exports;
  private final UnsavedChanges unsaved;
  private final Repairs repairs;

  WindowFlows(WindowContext window) {
    this.window = window;
    FileOperations operations = window.environment().fileOperations();
    Saver saver = new Saver(operations);
    Recovery recovery = new Recovery(operations);
    FileQuestions questions = new FileQuestions(window.environment().dialogs());
    document = new WindowDocument(window, recovery);
    saving =
        new SaveFlow(
            new SaveFlow.Tools(window.panels(), window.jobs(), saver, window.messages()),
            window.selection(),
            window.edits(),
            document,
            questions.copies());
    batch =
        new BatchFlow(
            new BatchFlow.Tools(
                window.panels(),
                window.jobs(),
                new MetadataBatch(saver, recovery),
                window.messages()),
            window.selection(),
            questions.files(),
            this::reopen);
    exports =
        new ExportFlow(
            new ExportFlow.Tools(
                window.panels(),
                window.jobs(),
                new TensorExport(operations),
                questions.exports(),
                window.status()::tell,
                window.messages()),
            window.selection());
    unsaved =
        new UnsavedChanges(
            window.panels(),
            window.selection(),
            window.edits(),
            saving,
            this::isWriting,
            window.status()::tell,
            window.messages());
    repairs =
        new Repairs(
            new RepairTools(
                window::panels,
                window.jobs(),
                name -> window.dialogs().chooseTarget(name),
                this::openNext,
                this::reopen,
                window.status()::tell,
                window.messages()),
            operations,
            window.selection(),
            window.edits());
    repairs.bindTo(window.commands(), unsaved::before);
    bindOpening();
    bindEditing();
  }

  private void bindOpening() {
    Commands commands = window.commands();
    Selection selection = window.selection();
    commands.bind(
        Command.OPEN_FILE,
        () -> window.dialogs().choose(Existing.CHECKPOINT).ifPresent(this::openNext));
    commands.bind(
        Command.OPEN_FOLDER,
        () -> window.dialogs().choose(Existing.FOLDER).ifPresent(this::openNext));
    commands.bind(
        Command.RELOAD,
        this::reload,
        selection.isOpenProperty().or(is(DocumentState.Failed.class::isInstance)));
    BooleanExpression occupied = is(state -> !(state instanceof DocumentState.Empty));
    commands.bind(Command.CLOSE, () -> close(occupied.get()));
    commands.name(
        Command.CLOSE,
        occupied.map(
            is ->
                window.messages().text(is ? Command.CLOSE.messageKey() : "command.close.window")));
  }

  private BooleanExpression is(Predicate<DocumentState> test) {
    return BooleanExpression.booleanExpression(
        window.selection().documentProperty().map(test::test));
  }

  private void bindEditing() {
    Commands commands = window.commands();
    DocumentEdits edits = window.edits();
    BooleanBinding open = window.selection().isOpenProperty();
    BooleanBinding pending = open.and(edits.changedProperty());
    commands.bind(Command.SAVE, saving::save, pending);
    commands.bind(Command.SAVE_AS, saving::saveCopy, open);
    new StepNames(window.messages()).bindTo(commands, edits);
    commands.bind(Command.UNDO, edits::undo, edits.canUndoProperty());
    commands.bind(Command.REDO, edits::redo, edits.canRedoProperty());
    commands.bind(Command.DISCARD_CHANGES, unsaved::discard, pending);
    commands.bind(Command.ALIGN_DATA, saving::align, open);
    commands.bind(Command.EDIT_MANY_FILES, batch::show);
  }

  /// Closes the document or, where there is none, the window.
  private void close(boolean occupied) {
    if (occupied) {
      unsaved.before(document::close);
    } else {
      window.environment().onCloseWindow().run();
    }
  }

  private void reload() {
    if (window.selection().openDocument().isPresent()) {
      unsaved.before(this::reopen);
    } else {
      document.openAgain();
    }
  }

  private void reopen() {
    document.reopen(() -> {});
  }

  /// Opens a path in this window, as soon as the changes of the document before are settled.
  void openNext(Path path) {
    unsaved.before(() -> document.open(path));
  }

  /// Whether this window is writing files, or reading them again.
  boolean isWriting() {
    return saving.isSaving() || batch.isSaving() || exports.isWriting() || repairs.isWriting();
  }

  /// Opens and closes the document.
  WindowDocument document() {
    return document;
  }

  /// Edits many files at once.
  BatchFlow batch() {
    return batch;
  }

  /// Exports tensors.
  ExportFlow exports() {
    return exports;
  }

  /// Settles pending changes.
  UnsavedChanges unsaved() {
    return unsaved;
  }
}
