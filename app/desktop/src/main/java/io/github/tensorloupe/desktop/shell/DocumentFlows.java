package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.FileDialogs.Existing;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.address.DownloadFlow;
import io.github.tensorloupe.desktop.pane.address.FetchQuestion;
import io.github.tensorloupe.desktop.pane.batch.BatchFlow;
import io.github.tensorloupe.desktop.pane.comparison.CompareFlow;
import io.github.tensorloupe.desktop.pane.comparison.CompareFlow.Choice;
import io.github.tensorloupe.desktop.pane.comparison.CompareFlow.Origin;
import io.github.tensorloupe.desktop.pane.convert.ConvertFlow;
import io.github.tensorloupe.desktop.pane.export.ExportFlow;
import io.github.tensorloupe.desktop.pane.repair.FormatFlow;
import io.github.tensorloupe.desktop.pane.repair.IndexFlow;
import io.github.tensorloupe.desktop.pane.repair.RepairFlow;
import io.github.tensorloupe.desktop.pane.repair.SalvageFlow;
import io.github.tensorloupe.desktop.pane.repair.SharingFlow;
import io.github.tensorloupe.desktop.pane.save.RecoveryPanel;
import io.github.tensorloupe.desktop.pane.save.SaveFlow;
import io.github.tensorloupe.desktop.pane.save.UnsavedChanges;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.MetadataEdits.EditStep;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.SurveyDocument;
import io.github.tensorloupe.desktop.selection.SurveyRows;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.FileRepairs;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.Saver;
import java.nio.file.Path;

/// Opening, saving, exporting and repairing in one tab, bound to its commands. Belongs to the FX
/// thread.
final class DocumentFlows implements SaveFlow.Documents {

  private static final int STEP_KEY_CHARACTERS = 40;
  private static final int STEP_NAME_CHARACTERS = 60;

  private final Workspace workspace;
  private final PaneContext context;
  private final Selection selection;
  private final Commands commands;
  private final Messages messages;
  final DocumentOpener opener;
  final BatchFlow batch;
  final ExportFlow exports;
  final UnsavedChanges unsaved;
  private final SaveFlow saving;
  private final SalvageFlow salvage;
  private final RepairFlow repair;
  private final IndexFlow index;
  private final FormatFlow format;
  private final SharingFlow sharing;
  final ConvertFlow convert;
  final CompareFlow compare;

  DocumentFlows(Workspace workspace) {
    this.workspace = workspace;
    context = workspace.context;
    selection = context.selection();
    commands = context.commands();
    messages = context.messages();
    FileOperations operations = workspace.environment.fileOperations();
    Saver saver = new Saver(operations);
    Recovery recovery = new Recovery(operations);
    RecoveryPanel.Question question = new RecoveryPanel(context.panels(), messages)::prompt;
    opener =
        new DocumentOpener(
            selection, context.jobs(), reader(), recovery, question, workspace.status, messages);
    saving = new SaveFlow(context, saver, this);
    batch = new BatchFlow(context, new MetadataBatch(saver, recovery), this::onBatchSaved);
    exports = new ExportFlow(context, new TensorExport(operations));
    unsaved = new UnsavedChanges(context, saving, this::isWriting);
    format = new FormatFlow(selection, context.edits(), messages.text("command.add-format"));
    sharing = new SharingFlow(context, batch::showPrivateData);
    salvage = new SalvageFlow(context, this::openNext, operations);
    repair =
        new RepairFlow(context, this::openNext, this::reload, new FileRepairs(operations), saver);
    index = new IndexFlow(context, new IndexFile(operations), this::reload);
    compare = new CompareFlow(context, this::comparable, workspace::compare);
    convert = new ConvertFlow(context, operations, this::comparablePaths, workspace::compare);
    DownloadFlow download = new DownloadFlow(context, operations);
    commands.bind(Command.DOWNLOAD, download::start, download.possible());
    BooleanBinding onThisComputer =
        selection.isOpenProperty().and(Bindings.not(download.possible()));
    bindOpening(onThisComputer);
    bindEditing(onThisComputer);
    bindRepairs(onThisComputer);
    convert.bindCommands(onThisComputer);
  }

  /// Returns a reader that always reads the current state of remote files, and asks for consent in
  /// this window before fetching many bytes.
  private LoadedDocument.Reader reader() {
    LoadedDocument.Reader localReader = workspace.environment.reader();
    RemoteAccess access = workspace.environment.desktop().addresses();
    FetchQuestion question = new FetchQuestion(context.panels(), context.jobs(), messages);
    return (path, recovery, cancellation, progress) ->
        localReader.read(access.refreshed(path, question), recovery, cancellation, progress);
  }

  private void bindOpening(BooleanBinding onThisComputer) {
    commands.bind(
        Command.REVEAL,
        () -> selection.openDocument().ifPresent(at -> workspace.reveal(at.checkpoint().path())),
        onThisComputer);
    commands.bind(
        Command.OPEN_FILE, () -> dialogs().choose(Existing.CHECKPOINT).ifPresent(this::openNext));
    commands.bind(Command.COMPARE_WITH, compare::choose);
    commands.bind(
        Command.OPEN_FOLDER, () -> dialogs().choose(Existing.FOLDER).ifPresent(this::openNext));
    commands.bind(
        Command.RELOAD,
        () -> {
          if (selection.openDocument().isPresent()) {
            unsaved.before(this::reload);
          } else if (selection.openComparison().isPresent()) {
            opener.compareAgain(false);
          } else {
            opener.openAgain();
          }
        },
        is(DocumentFlows::canOpenAgain));
  }

  /// Returns the dialogs, which start in the folder of the open document.
  private FileDialogs dialogs() {
    Optional<Path> folder =
        selection.openDocuments().stream()
            .filter(open -> !open.isOnServer())
            .findFirst()
            .map(open -> open.checkpoint().path().toAbsolutePath().getParent());
    return context.dialogs().get().startingIn(folder);
  }

  /// Returns the checkpoints that can be compared: open, recent, and in the library.
  private List<Choice> comparable() {
    Map<Path, Choice> choices = new LinkedHashMap<>();
    Map<Origin, Stream<Path>> known = new EnumMap<>(Origin.class);
    known.put(Origin.TAB, workspace.environment.host().openCheckpoints().stream());
    known.put(Origin.RECENT, workspace.library.lists().recentPaths().stream());
    known.put(Origin.LIBRARY, workspace.environment.library().model.models());
    known.forEach(
        (origin, paths) ->
            paths
                .map(path -> path.toAbsolutePath().normalize())
                .forEach(path -> choices.putIfAbsent(path, new Choice(path, origin))));
    return List.copyOf(choices.values());
  }

  private List<Path> comparablePaths() {
    return comparable().stream().map(Choice::path).toList();
  }

  private static boolean canOpenAgain(DocumentState state) {
    return state instanceof DocumentState.Failed || state instanceof DocumentState.Open;
  }

  private BooleanExpression is(Predicate<DocumentState> test) {
    return BooleanExpression.booleanExpression(selection.documentProperty().map(test::test));
  }

  private void bindEditing(BooleanBinding onThisComputer) {
    DocumentEdits edits = context.edits();
    BooleanBinding open = selection.isOpenProperty();
    BooleanBinding pending = open.and(edits.changedProperty());
    commands.bind(Command.SAVE, saving::save, pending);
    commands.bind(Command.SAVE_AS, this::saveCopy, onThisComputer);
    nameByStep(Command.UNDO, "command.undo.step", edits.undoStepProperty());
    nameByStep(Command.REDO, "command.redo.step", edits.redoStepProperty());
    commands.bind(Command.UNDO, edits::undo, edits.canUndoProperty());
    commands.bind(Command.REDO, edits::redo, edits.canRedoProperty());
    commands.bind(Command.DISCARD_CHANGES, unsaved::discard, pending);
    commands.bind(Command.ALIGN_DATA, saving::align, editable(onThisComputer));
    commands.bind(Command.EDIT_MANY_FILES, batch::show);
  }

  private void bindRepairs(BooleanBinding onThisComputer) {
    commands.bind(Command.SALVAGE, salvage::show, salvage.possible());
    commands.bind(
        Command.REPAIR, () -> unsaved.before(repair::show), onThisComputer.and(repair.possible()));
    commands.bind(Command.WRITE_INDEX, index::show, onThisComputer.and(index.possible()));
    commands.bind(Command.ADD_FORMAT, format::add, onThisComputer.and(format.possible()));
    commands.bind(Command.BEFORE_SHARING, sharing::show, editable(onThisComputer));
  }

  private BooleanBinding editable(BooleanBinding onThisComputer) {
    return onThisComputer.and(is(_ -> foreignFile().isEmpty()));
  }

  private Optional<TensorFile> foreignFile() {
    return selection.openDocument().flatMap(FileDocument::foreignFile);
  }

  /// Saves a copy. Offers a conversion instead if the file has another format.
  private void saveCopy() {
    Optional<TensorFile> foreign = foreignFile();
    if (foreign.isEmpty()) {
      saving.saveCopy();
      return;
    }
    commands.run(Command.CONVERT);
    String name = PathText.of(foreign.get().path().getFileName());
    String format = messages.sentence(foreign.get().kind().description());
    context.showMessage().accept(messages.text("save.foreign", name, format));
  }

  /// Names a command after the step that it would undo or redo. Must be called before its menu item
  /// and button are created.
  private void nameByStep(
      Command command, String key, ObservableValue<Optional<EditStep>> stepProperty) {
    String defaultName = messages.text(command.messageKey());
    ObservableValue<String> name =
        stepProperty.map(
            step -> step.map(each -> messages.text(key, nameOf(each))).orElse(defaultName));
    commands.name(command, name);
  }

  private String nameOf(EditStep step) {
    return step.name()
        .map(name -> DisplayText.of(name, STEP_NAME_CHARACTERS))
        .orElseGet(() -> describe(step));
  }

  private String describe(EditStep step) {
    String key = "step." + Messages.word(step.kind());
    if (step.count() == 1) {
      return messages.text(key, DisplayText.of(step.key(), STEP_KEY_CHARACTERS));
    }
    String several =
        switch (step.kind()) {
          case ADD -> "step.add.several";
          case DELETE -> "step.delete.several";
          default -> "step.several";
        };
    return messages.text(several, messages.count(step.count()));
  }

  // The library scans only folders that have changed.
  private void onBatchSaved(Set<Path> saved) {
    workspace.library.refresh();
    workspace.notifySaved(saved);
    reload();
  }

  private void reload() {
    opener.reopen(() -> {});
  }

  /// Opens a path in a new tab. Results of a survey are added to the shown survey.
  void openNext(Path path) {
    if (SurveyRows.isResult(path)) {
      openSurveys(List.of(path));
    } else {
      workspace.environment.host().open(RememberedDocument.of(path));
    }
  }

  private void openSurveys(List<Path> results) {
    if (selection.documentProperty().get() instanceof DocumentState.Open(SurveyDocument survey)) {
      opener.openSurveys(
          Stream.of(survey.results(), results).flatMap(List::stream).distinct().toList());
    } else {
      workspace.environment.host().openSurveys(results);
    }
  }

  /// Opens files that were dropped on the window, or asks whether to compare them.
  void dropped(List<Path> paths) {
    if (paths.stream().allMatch(SurveyRows::isResult)) {
      openSurveys(paths);
    } else {
      compare.dropped(paths);
    }
  }

  @Override
  public void showCopy(Path path) {
    opener.open(path);
  }

  @Override
  public void reopen(Runnable whenShown) {
    opener.reopen(whenShown);
  }

  @Override
  public void reportFailure(Failure failure) {
    workspace.status.report(failure);
  }

  /// Returns true while this window is writing files or reading them again.
  boolean isWriting() {
    return saving.isSaving()
        || batch.isSaving()
        || exports.isWriting()
        || salvage.isWriting()
        || repair.isWriting()
        || index.isWriting()
        || convert.isWriting();
  }
}
