package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.pane.FileDialogs.Existing;
import io.github.tensorloupe.desktop.pane.batch.BatchFlow;
import io.github.tensorloupe.desktop.pane.export.ExportFlow;
import io.github.tensorloupe.desktop.pane.repair.FormatFlow;
import io.github.tensorloupe.desktop.pane.repair.IndexFlow;
import io.github.tensorloupe.desktop.pane.repair.RepairFlow;
import io.github.tensorloupe.desktop.pane.repair.RepairTools;
import io.github.tensorloupe.desktop.pane.repair.SalvageFlow;
import io.github.tensorloupe.desktop.pane.save.SaveFlow;
import io.github.tensorloupe.desktop.pane.save.UnsavedChanges;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EditStep;
import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.export.Salvage;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.FileRepairs;
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
    document = new WindowDocument(window, recovery);
    saving =
        new SaveFlow(
            new SaveFlow.Tools(
                window.panels(),
                window.jobs(),
                saver,
                window.selection(),
                window.edits(),
                document,
                window::dialogs,
                window.messages()));
    batch =
        new BatchFlow(
            new BatchFlow.Tools(
                window.panels(),
                window.jobs(),
                new MetadataBatch(saver, recovery),
                window.selection(),
                window::dialogs,
                this::reopen,
                window.messages()));
    exports =
        new ExportFlow(
            new ExportFlow.Tools(
                window.panels(),
                window.jobs(),
                new TensorExport(operations),
                window.selection(),
                window::dialogs,
                window.status()::tell,
                window.messages()));
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

  /// True if this window is writing files, or reading them again.
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

  /// The repairs of damaged files and sets of one window, bound to its commands. Belongs to the FX
  /// thread.
  private static final class Repairs {

    private final SalvageFlow salvage;
    private final RepairFlow repair;
    private final IndexFlow index;
    private final FormatFlow format;

    /// @param tools of the window; asked for its panels not before one is shown
    /// @param operations every step that repairs take on the disk
    /// @param edits receives what is pending then
    Repairs(
        RepairTools tools, FileOperations operations, Selection selection, DocumentEdits edits) {
      format = new FormatFlow(selection, edits, tools.messages().text("command.add-format"));
      salvage = new SalvageFlow(tools, new Salvage(operations), selection);
      repair = new RepairFlow(tools, new FileRepairs(operations), new Saver(operations), selection);
      index = new IndexFlow(tools, new IndexFile(operations), selection);
    }

    /// Binds what helps.
    ///
    /// @param settled does something once what is pending is settled
    void bindTo(Commands commands, Consumer<Runnable> settled) {
      commands.bind(Command.SALVAGE, salvage::show, salvage.possible());
      commands.bind(Command.REPAIR, () -> settled.accept(repair::show), repair.possible());
      commands.bind(Command.WRITE_INDEX, index::show, index.possible());
      commands.bind(Command.ADD_FORMAT, format::add, format.possible());
    }

    /// True if files are being written.
    boolean isWriting() {
      return salvage.isWriting() || repair.isWriting() || index.isWriting();
    }
  }

  /// Names the steps that undo and redo would take.
  private record StepNames(Messages messages) {

    private static final int KEY_CHARACTERS = 40;
    private static final int NAME_CHARACTERS = 60;

    /// Lets the commands be called by what they would do. Their menu items and buttons must not
    /// have been made yet.
    void bindTo(Commands commands, DocumentEdits edits) {
      commands.name(
          Command.UNDO,
          edits
              .undoStepProperty()
              .map(
                  step ->
                      step.map(each -> messages.text("command.undo.step", of(each)))
                          .orElseGet(() -> messages.text(Command.UNDO.messageKey()))));
      commands.name(
          Command.REDO,
          edits
              .redoStepProperty()
              .map(
                  step ->
                      step.map(each -> messages.text("command.redo.step", of(each)))
                          .orElseGet(() -> messages.text(Command.REDO.messageKey()))));
    }

    String of(EditStep step) {
      return step.name()
          .map(name -> DisplayText.of(name, NAME_CHARACTERS))
          .orElseGet(() -> told(step));
    }

    private String told(EditStep step) {
      String key = "step." + step.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
      return step.count() == 1
          ? messages.text(key, DisplayText.of(step.key(), KEY_CHARACTERS))
          : messages.text(
              step.kind() == EditStep.Kind.ADD
                  ? "step.add.several"
                  : step.kind() == EditStep.Kind.DELETE ? "step.delete.several" : "step.several",
              Figures.count(step.count()));
    }
  }
}
