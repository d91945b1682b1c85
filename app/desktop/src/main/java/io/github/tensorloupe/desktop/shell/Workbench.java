package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.LivePane;
import io.github.tensorloupe.desktop.job.FirstSight;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.batch.BatchFlow;
import io.github.tensorloupe.desktop.pane.breadcrumb.BreadcrumbView;
import io.github.tensorloupe.desktop.pane.breadcrumb.BreadcrumbViewModel;
import io.github.tensorloupe.desktop.pane.export.ExportFlow;
import io.github.tensorloupe.desktop.pane.filemap.FileMapView;
import io.github.tensorloupe.desktop.pane.filemap.FileMapViewModel;
import io.github.tensorloupe.desktop.pane.reload.ReloadBar;
import io.github.tensorloupe.desktop.pane.reload.ReloadViewModel;
import io.github.tensorloupe.desktop.pane.repair.RepairTools;
import io.github.tensorloupe.desktop.pane.save.SaveFlow;
import io.github.tensorloupe.desktop.pane.save.UnsavedChanges;
import io.github.tensorloupe.desktop.pane.scan.BackgroundScan;
import io.github.tensorloupe.desktop.pane.scan.ScanChip;
import io.github.tensorloupe.desktop.pane.scan.ScanMemory;
import io.github.tensorloupe.desktop.pane.scan.ValueScans;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeView;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeViewModel;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.work.OnDemand;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.binding.BooleanExpression;
import javafx.stage.Stage;

/// The objects of one window, wired together. Belongs to the FX thread.
final class Workbench {

  /// What a window needs from the place that it is shown in.
  ///
  /// @param dialogs asks for files
  /// @param onCloseWindow closes the window, as its own button does
  /// @param onQuit ends the program
  /// @param cacheFolder gives the folder that the demo checkpoint is written to
  /// @param fileOperations every step that saving takes on the disk
  /// @param scanMemory keeps what scans have found out
  /// @param settings what the person has chosen
  /// @param outside what the window knows of the rest of the computer
  /// @param diagnostics finds out what goes wrong
  /// @param jobs runs what takes time, for this window alone
  record Surroundings(
      Supplier<FileDialogs> dialogs,
      Runnable onCloseWindow,
      Runnable onQuit,
      Callable<Path> cacheFolder,
      FileOperations fileOperations,
      ScanMemory scanMemory,
      ChosenSettings settings,
      Outside outside,
      Diagnostics diagnostics,
      Jobs jobs) {}

  private final Surroundings surroundings;
  private final Messages messages;
  private final Jobs jobs;
  private final FirstSight sight;
  private final Selection selection = new Selection(this::openElsewhere);
  private final Commands commands;
  private final FileQuestions questions;
  private final DocumentEdits edits = new DocumentEdits(selection);
  private final ScanResults results = new ScanResults();
  private final BackgroundScan scan;
  private final MainView view;
  private final DocumentDesk desk;
  private final SaveFlow saving;
  private final UnsavedChanges unsaved;
  private final BatchFlow batch;
  private final LivePane<TensorTreeView> treeView;
  private final ExportFlow exports;
  private final Repairs repairs;
  private final LibraryBench library;
  private final ReloadViewModel reload;
  private final SettingsBench settings;
  private final PaletteBench palette;
  private final HelpBench help;
  private final ActivityBench activity;
  private final WindowMemory memory;

  Workbench(Surroundings surroundings) {
    this(surroundings, Optional.empty());
  }

  /// @param first what is about to be opened in it, so that nothing is made ready to be shown
  ///   before that, and so that nothing else is done before the sight of it comes; empty where the
  ///   start page comes first
  Workbench(Surroundings surroundings, Optional<Path> first) {
    this.surroundings = surroundings;
    sight = first.isPresent() ? new FirstSight() : FirstSight.past();
    first.map(DocumentState.Opening::new).ifPresent(selection::show);
    jobs = surroundings.jobs();
    messages = surroundings.settings().messages();
    commands = new Commands(messages);
    questions = new FileQuestions(surroundings.dialogs());
    scan = backgroundScan();
    TensorTreeViewModel tree = new TensorTreeViewModel(selection, results, jobs, messages);
    settings = settingsBench();
    bindCommands(tree);
    bindScan();
    bindEditing();
    bindExport();
    repairs = repairs();
    bindDisk();
    library = libraryBench();
    reload =
        new ReloadViewModel(selection, jobs, () -> isWriting() || desk().isReopening(), messages);
    help = new HelpBench(this::view, library::reveal, surroundings.settings(), commands, messages);
    activity =
        new ActivityBench(
            new ActivityBench.Tools(
                jobs,
                commands,
                surroundings.diagnostics(),
                library::reveal,
                sentence -> view().tell(sentence),
                messages));
    activity.followDocument(selection);
    treeView = activity.panes().live(messages.text("fault.tree"), "tree", () -> makeTree(tree));
    bindWindows();
    DetailViews details = detailViews();
    BytesView bytes =
        new BytesView(
            new BytesView.Sources(selection, results, jobs, messages),
            commands,
            activity.panes(),
            name -> dialogs().chooseTarget(name));
    MainView.Parts parts =
        new MainView.Parts(
            treeView,
            details.nodes(),
            activity
                .panes()
                .guard(messages.text("fault.breadcrumb"), "breadcrumb", this::breadcrumb),
            bytes.view(),
            activity.panes().guard(messages.text("fault.filemap"), "filemap", this::fileMap),
            new ScanChip(scan, selection, commands, messages),
            new OnDemand<>(
                () ->
                    activity
                        .panes()
                        .guard(messages.text("fault.library"), "library", library::makeView)),
            library.recentMenu(),
            new ReloadBar(reload, commands, messages),
            activity.chip(),
            activity.overlays(),
            activity.panes(),
            ProgramMark.of(128));
    view =
        new MainView(
            parts,
            selection,
            results,
            edits.changedProperty(),
            commands,
            messages,
            paths -> openNext(paths.getFirst()));
    commands.heldProperty().bind(view.panels().showingProperty());
    settings.listenIn(view);
    Saver saver = new Saver(surroundings.fileOperations());
    Recovery recovery = new Recovery(surroundings.fileOperations());
    DocumentOpener opener = new DocumentOpener(selection, jobs, recovery, messages);
    desk = new DocumentDesk(opener, view, messages);
    SaveFlow.Tools tools = new SaveFlow.Tools(view.panels(), jobs, saver, messages);
    saving = new SaveFlow(tools, selection, edits, desk, questions.copies());
    batch =
        new BatchFlow(
            new BatchFlow.Tools(view.panels(), jobs, new MetadataBatch(saver, recovery), messages),
            selection,
            questions.files(),
            () -> desk.reopen(() -> {}));
    exports = exportFlow();
    treeView.ask(this::offerWays);
    surroundings.settings().failureProperty().subscribe(failure -> failure.ifPresent(view::tell));
    unsaved =
        new UnsavedChanges(
            view.panels(), selection, edits, saving, this::isWriting, view::tell, messages);
    palette =
        new PaletteBench(
            new PaletteBench.Tools(selection, commands, treeView, details, library, jobs, messages),
            view,
            activity.panes());
    library.followDocument();
    memory =
        new WindowMemory(
            new WindowMemory.Parts(
                selection, view, tree, treeView, details, library.model(), this::open));
    opener.setOnShown(memory::follow);
  }

  private SettingsBench settingsBench() {
    return new SettingsBench(
        new SettingsBench.Tools(
            surroundings.settings(),
            surroundings.outside().fileManager(),
            () -> view().panels(),
            failure -> view().tell(failure),
            jobs,
            messages));
  }

  private void bindWindows() {
    OtherWindows windows = surroundings.outside().windows();
    commands.bind(Command.NEW_WINDOW, windows::showNew);
    commands.bind(Command.REOPEN_CLOSED, windows::reopenClosed, windows.canReopen());
    commands.bindThroughout(Command.FULL_SCREEN, this::toggleFullScreen);
  }

  private void toggleFullScreen() {
    if (view.getScene().getWindow() instanceof Stage stage) {
      stage.setFullScreen(!stage.isFullScreen());
    }
  }

  private TensorTreeView makeTree(TensorTreeViewModel tree) {
    TensorTreeView made = new TensorTreeView(tree, messages);
    // Before there is a frame, where one can go to is not known.
    if (view != null) {
      offerWays(made);
    }
    return made;
  }

  private void offerWays(TensorTreeView tree) {
    tree.setOnExport(tensors -> exports.show(tensors), TreePlaces.items(commands));
  }

  private FileMapView fileMap() {
    return new FileMapView(new FileMapViewModel(selection, results, jobs, messages), messages);
  }

  private BreadcrumbView breadcrumb() {
    return new BreadcrumbView(new BreadcrumbViewModel(selection), commands, messages);
  }

  private DetailViews detailViews() {
    return new DetailViews(
        new DetailViews.Sources(selection, results, edits, jobs, sight, messages),
        commands,
        activity.panes(),
        new DetailViews.Wishes(
            () -> surroundings.dialogs().get(),
            scan::start,
            () -> batch.show(),
            () -> batch.showHashes(),
            pane -> view().shown(pane)));
  }

  private void bindCommands(TensorTreeViewModel tree) {
    BooleanBinding open = selection.isOpenProperty();
    BooleanExpression occupied =
        BooleanExpression.booleanExpression(
            selection.documentProperty().map(state -> !(state instanceof DocumentState.Empty)));
    commands.bind(Command.OPEN_FILE, () -> dialogs().chooseFile().ifPresent(this::openNext));
    commands.bind(Command.OPEN_FOLDER, () -> dialogs().chooseFolder().ifPresent(this::openNext));
    commands.bind(Command.OPEN_DEMO, () -> unsaved.before(this::openDemo));
    bindClose(occupied);
    commands.bind(Command.PALETTE, () -> palette().open());
    commands.bindThroughout(Command.QUIT, surroundings.onQuit());
    commands.bind(Command.GO_BACK, selection::goBack, open.and(selection.canGoBackProperty()));
    commands.bind(
        Command.GO_FORWARD, selection::goForward, open.and(selection.canGoForwardProperty()));
    commands.bind(Command.EXPAND_ALL, tree::expandAll, open);
    commands.bind(Command.COLLAPSE_ALL, tree::collapseAll, open);
    settings.bindTo(commands);
  }

  /// Closes what is open and, where nothing is, the window.
  private void bindClose(BooleanExpression occupied) {
    commands.bind(
        Command.CLOSE,
        () -> {
          if (occupied.get()) {
            unsaved.before(desk::close);
          } else {
            surroundings.onCloseWindow().run();
          }
        });
    commands.name(
        Command.CLOSE,
        occupied.map(
            is -> messages.text(is ? Command.CLOSE.messageKey() : "command.close.window")));
  }

  private BackgroundScan backgroundScan() {
    BackgroundScan made =
        new BackgroundScan(
            selection,
            results,
            new BackgroundScan.Tools(
                jobs,
                ValueScans.besideTheWindow(sight),
                surroundings.scanMemory(),
                surroundings.settings(),
                failure -> view().tell(failure),
                messages));
    edits.onSaved(made::noteSaved);
    return made;
  }

  private void bindScan() {
    BooleanBinding open = selection.isOpenProperty();
    commands.bind(Command.SCAN_VALUES, scan::start, open.and(scan.canStart()));
    commands.bind(Command.STOP_SCAN, scan::stop, scan.canStop());
  }

  private void bindEditing() {
    BooleanBinding open = selection.isOpenProperty();
    BooleanBinding pending = open.and(edits.changedProperty());
    commands.bind(Command.SAVE, () -> saving.save(), pending);
    commands.bind(Command.SAVE_AS, () -> saving.saveCopy(), open);
    new StepNames(messages).bindTo(commands, edits);
    commands.bind(Command.UNDO, edits::undo, edits.canUndoProperty());
    commands.bind(Command.REDO, edits::redo, edits.canRedoProperty());
    commands.bind(Command.DISCARD_CHANGES, () -> unsaved.discard(), pending);
    commands.bind(Command.ALIGN_DATA, () -> saving.align(), open);
    commands.bind(Command.EDIT_MANY_FILES, () -> batch.show());
  }

  private void bindExport() {
    BooleanBinding open = selection.isOpenProperty();
    commands.bind(
        Command.EXPORT, () -> treeView.ask(tree -> exports.show(tree.markedTensors())), open);
  }

  private Repairs repairs() {
    RepairTools tools =
        new RepairTools(
            () -> view().panels(),
            jobs,
            name -> dialogs().chooseTarget(name),
            this::openNext,
            () -> desk.reopen(() -> {}),
            sentence -> view().tell(sentence),
            messages);
    Repairs made = new Repairs(tools, surroundings.fileOperations(), selection, edits);
    made.bindTo(commands, action -> unsaved.before(action));
    return made;
  }

  private LibraryBench libraryBench() {
    return new LibraryBench(
        new LibraryBench.Tools(
            surroundings.outside(),
            this::dialogs,
            this::openNext,
            failure -> view().tell(failure),
            jobs,
            messages),
        selection);
  }

  private void bindDisk() {
    BooleanBinding open = selection.isOpenProperty();
    BooleanExpression failed =
        BooleanExpression.booleanExpression(
            selection.documentProperty().map(state -> state instanceof DocumentState.Failed));
    commands.bind(Command.REVEAL, () -> library.revealDocument(), open);
    commands.bind(Command.RELOAD, this::reload, open.or(failed));
  }

  private void reload() {
    if (selection.openDocument().isPresent()) {
      unsaved.before(() -> desk.reopen(() -> {}));
    } else {
      desk.openAgain();
    }
  }

  /// Whether files are being written, or read again, by this window.
  private boolean isWriting() {
    return saving.isSaving() || batch.isSaving() || exports.isWriting() || repairs.isWriting();
  }

  private ExportFlow exportFlow() {
    TensorExport export = new TensorExport(surroundings.fileOperations());
    return new ExportFlow(
        new ExportFlow.Tools(
            view.panels(), jobs, export, questions.exports(), view::tell, messages),
        selection);
  }

  private List<Path> openElsewhere() {
    return surroundings.outside().windows().openFiles();
  }

  private PaletteBench palette() {
    return palette;
  }

  private DocumentDesk desk() {
    return desk;
  }

  private FileDialogs dialogs() {
    return surroundings.dialogs().get();
  }

  /// Opens a path in this window, as soon as the changes of the document before are settled.
  private void openNext(Path path) {
    unsaved.before(() -> desk.open(path));
  }

  /// Opens a path in this window and asks about interrupted saves.
  void open(Path path) {
    desk.open(path);
  }

  /// Opens a path in this window as it is, whatever an interrupted save has left.
  void openAsItIs(Path path) {
    desk.openAsItIs(path);
  }

  /// Opens the demo checkpoint, which is written first where it is missing.
  void openDemo() {
    desk.open(
        Path.of(messages.text("demo.name")),
        (_, _) -> DemoCheckpoints.openable(surroundings.cacheFolder().call().resolve("demo")));
  }

  /// Whether the window could be closed now and nothing would be lost.
  boolean isSettled() {
    return unsaved.isSettled();
  }

  /// Does something that ends the document: at once if nothing is pending, else once the person has
  /// settled that. While files are being written, nothing happens.
  void leave(Runnable action) {
    unsaved.before(action);
  }

  /// Stops what runs and closes the document; what is pending is lost.
  void close() {
    library.rest();
    reload.close();
    help.close();
    activity.close();
    jobs.cancelAll();
    desk.close();
    library.rest();
  }

  /// The texts of this window.
  Messages messages() {
    return messages;
  }

  /// What the window looks like inside, to be remembered.
  WindowMemory memory() {
    return memory;
  }

  /// Tells of something that did not work until somebody closes that.
  ///
  /// @param failure says what was being done
  void warn(Failure failure) {
    activity.failed(failure.doing(), failure);
  }

  /// What is pending in this window.
  DocumentEdits edits() {
    return edits;
  }

  /// Selects the first tensor with this name.
  ///
  /// @return whether there is one
  boolean selectTensor(String name) {
    Optional<TensorRef> tensor =
        selection.openDocument().flatMap(document -> document.checkpoint().tensor(name));
    tensor.ifPresent(selection::select);
    return tensor.isPresent();
  }

  /// Does what a command says, if it can be done now.
  void run(Command command) {
    commands.run(command);
  }

  /// Opens the palette with something typed.
  void openPalette(String text) {
    palette.open(text);
  }

  /// The window's content.
  MainView view() {
    return view;
  }

  /// What runs beside the FX thread for this window.
  Jobs jobs() {
    return jobs;
  }

  /// The sight of the window with what it is opened for; whoever shows it says that it has come.
  FirstSight sight() {
    return sight;
  }

  /// The state of the window.
  Selection selection() {
    return selection;
  }
}
