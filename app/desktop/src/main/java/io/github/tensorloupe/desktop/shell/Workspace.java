package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.error.LazyPanes;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.adapter.AdapterPane;
import io.github.tensorloupe.desktop.pane.convert.Operation;
import io.github.tensorloupe.desktop.pane.help.HelpFlow;
import io.github.tensorloupe.desktop.pane.library.LibraryViewModel;
import io.github.tensorloupe.desktop.pane.reload.ReloadViewModel;
import io.github.tensorloupe.desktop.pane.scan.BackgroundScan;
import io.github.tensorloupe.desktop.pane.scan.WeightSearch;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeViewModel;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.WeightSelection;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.IoRunnable;
import java.nio.file.Path;

/// A document with its selection, edits, commands and jobs, and the panes and bars that show it:
/// the content of a tab. Belongs to the FX thread.
final class Workspace {

  /// The environment of a workspace: the program and the computer.
  ///
  /// @param host the tab that shows the workspace
  /// @param cacheFolder returns the folder for demo checkpoints
  /// @param library shared by all tabs
  /// @param reader reads documents
  /// @param jobs runs background work for this workspace only
  record Environment(
      FileDialogs dialogs,
      TabHost host,
      Callable<Path> cacheFolder,
      FileOperations fileOperations,
      ScanResultStore scanMemory,
      ChosenSettings settings,
      Desktop desktop,
      SharedLibrary library,
      Diagnostics diagnostics,
      LoadedDocument.Reader reader,
      Jobs jobs) {}

  private static final String PANES = "io.github.tensorloupe.desktop.pane";

  final Environment environment;

  /// The parts that all panes share.
  final PaneContext context;

  final WeightSelection weights;
  final StatusLine status;
  final LazyPanes guards;

  /// Runs deferred actions after the workspace has painted its document or the library.
  final FirstFrame firstFrame;

  /// The bars and panes.
  final BorderPane frame = new BorderPane();

  final DocumentOpener opener;
  final CurrentComparison comparison;
  final TensorTreeViewModel tree;
  final BackgroundScan scan;
  final LibraryTab library;
  final WorkspaceState state;
  final MainView view;
  private final DocumentFlows flows;
  private final ReloadViewModel reload;
  private final ActivityBoard activity;
  private final PaletteActions palette;
  private final Subscription settings;

  Workspace(Environment environment) {
    this(environment, Optional.empty());
  }

  /// @param first the document that is about to be opened, which defers everything that can wait
  ///   until after the first frame; empty for the library
  Workspace(Environment environment, Optional<Path> first) {
    this.environment = environment;
    firstFrame = first.isPresent() ? new FirstFrame() : FirstFrame.shown();
    Selection selection = new Selection(() -> environment.host().documents().files());
    first.map(DocumentState.Opening::new).ifPresent(selection::show);
    weights = new WeightSelection(selection);
    status = new StatusLine(selection);
    Messages messages = environment.settings().messages();
    guards =
        new LazyPanes(
            new LazyPane.Environment(
                environment.jobs()::later,
                environment.diagnostics().faults()::paneReplaced,
                firstFrame,
                messages),
            PANES);
    context =
        new PaneContext(
            selection,
            new ScanResults(),
            new DocumentEdits(selection),
            new Commands(messages),
            new PanelHost(frame, guards),
            status::report,
            environment::dialogs,
            this::open,
            environment.jobs(),
            environment.desktop().library().bases(),
            environment.scanMemory(),
            environment.desktop().heatMaps(),
            Optional.empty(),
            CommandLineInterface.version(),
            messages);
    scan = backgroundScan();
    tree = new TensorTreeViewModel(selection, context.results(), environment.jobs(), messages);
    tree.setOnFiguresWanted(scan::start);
    tree.setOnMessage(status::report);
    flows = new DocumentFlows(this);
    opener = flows.opener;
    comparison = new CurrentComparison(this);
    activity = new ActivityBoard(this);
    library = new LibraryTab(this, activity);
    BooleanSupplier ownWork = () -> environment.host().documents().areWritten() || isWriting();
    reload = new ReloadViewModel(selection, environment.jobs(), ownWork, messages);
    SettingsCommands settingsCommands = new SettingsCommands(this);
    settings = settingsCommands.subscribe();
    new HelpFlow(context, this::reveal, library::open).bindCommands();
    environment.host().bind(context.commands(), this);
    context.commands().bind(Command.PALETTE, () -> openPalette(""));
    view = new MainView(this, flows, reload, activity);
    settingsCommands.listenIn(view);
    palette = new PaletteActions(this);
    LibraryViewModel models = environment.library().model;
    view.panes.pane(AdapterPane.class).setBases(models::bases, models::findInCaches);
    context.commands().heldProperty().bind(context.panels().showingProperty());
    state = new WorkspaceState(this);
    opener.setOnReopened(view::replaceDocument);
    // After the view, because the library moves the focus to its search field.
    selection.documentProperty().subscribe(library::onDocumentChanged);
  }

  private BackgroundScan backgroundScan() {
    BackgroundScan.Tools tools =
        new BackgroundScan.Tools(
            context.jobs(),
            firstFrame,
            environment.scanMemory(),
            environment.settings(),
            status::report,
            context.messages());
    BackgroundScan created = new BackgroundScan(context.selection(), context.results(), tools);
    new WeightSearch(context.selection(), weights, context.results(), firstFrame, tools);
    created.includeValues(weights);
    context.edits().onSaved(created::noteSaved);
    context.edits().onSaved(this::notifySaved);
    return created;
  }

  /// Returns the context of a pane for another selection, such as one side of a comparison. Scan
  /// results outlive a pane; a side of a comparison has its own.
  PaneContext contextOf(Selection shown) {
    return context.with(shown, weights.areAll(shown) ? weights.results() : new ScanResults());
  }

  /// Opens a path in a new tab. Results of a survey are added to the shown survey.
  void open(Path path) {
    flows.openNext(path);
  }

  /// Compares two paths in a new tab.
  void compare(Path a, Path b) {
    environment.host().open(RememberedDocument.of(a, Optional.of(b)));
  }

  /// Asks for the checkpoint to compare a path with.
  void compareWith(Path path) {
    flows.compare.choose(path);
  }

  /// Shows the panel that edits the metadata of many files.
  ///
  /// @param models files, indexes and folders
  /// @param removesPrivateData true to suggest the removal of private data as the change
  void editMetadata(List<Path> models, boolean removesPrivateData) {
    flows.batch.show(models, removesPrivateData);
  }

  /// Shows the panel that converts a model.
  void convert(Path path, Operation operation) {
    flows.convert.show(path, operation);
  }

  /// Opens the paths that were dropped on the window; two paths can be compared.
  void dropped(List<Path> paths) {
    flows.dropped(paths);
  }

  /// Shows a file or folder in the file manager of the desktop. If that fails, copies the path and
  /// reports the failure in the status bar.
  void reveal(Path path) {
    Messages messages = context.messages();
    askDesktop(
        messages.text("reveal.job"),
        () -> environment.desktop().fileManager().show(path),
        path.toAbsolutePath().normalize().toString(),
        (failure, reason) ->
            Failures.of(failure, messages.text("reveal.failed", reason, PathText.of(path)))
                .about(path));
  }

  /// Opens a web page in the browser of the desktop. If that fails, copies the address and reports
  /// the failure in the status bar.
  void browse(URI page) {
    Messages messages = context.messages();
    askDesktop(
        messages.text("browse.job"),
        () -> environment.desktop().fileManager().browse(page),
        page.toString(),
        (failure, reason) -> Failures.of(failure, messages.text("browse.failed", reason, page)));
  }

  private void askDesktop(
      String title,
      IoRunnable request,
      String copied,
      BiFunction<Throwable, String, Failure> report) {
    context
        .jobs()
        .start(
            title,
            (_, _) -> {
              request.run();
              return copied;
            },
            _ -> {},
            failure -> {
              CopyMenu.copy(copied);
              String reason = context.messages().sentence(Failures.sentence(failure));
              status.reportBriefly(report.apply(failure, reason));
            })
        .unstoppable();
  }

  /// Shows a failure in a notice until the user closes it.
  void warn(Failure failure) {
    activity.failed(failure.doing(), failure);
  }

  /// Selects the first tensor, or in a comparison the first pair, with this name.
  ///
  /// @return false if nothing has this name
  boolean selectTensor(String name) {
    if (comparison.session().isPresent()) {
      return comparison.session().get().select(name);
    }
    Selection selection = context.selection();
    Optional<TensorRef> tensor =
        selection.openDocument().flatMap(document -> document.checkpoint().tensor(name));
    tensor.ifPresent(selection::select);
    return tensor.isPresent();
  }

  void openPalette(String text) {
    palette.open(text);
  }

  /// Called when the tab is selected, and when another one is.
  void setShown(boolean isShown) {
    library.setShown(isShown);
    if (isShown) {
      view.focusDocument();
    }
  }

  /// Reports saved files to the other tabs.
  void notifySaved(Set<Path> files) {
    Set<Path> saved = new HashSet<>();
    files.forEach(file -> saved.add(file.toAbsolutePath().normalize()));
    environment.host().documents().reload(saved, this);
  }

  /// Returns true while this tab writes files or reads its document again.
  boolean isWriting() {
    return flows.isWriting() || opener.isReopening();
  }

  /// Reads the document again if it contains files that another tab has saved. Keeps a document
  /// with unsaved changes.
  void reload(Set<Path> saved) {
    Selection selection = context.selection();
    Set<Path> shown = new HashSet<>();
    selection.openDocuments().forEach(open -> shown.addAll(open.paths()));
    shown.removeIf(path -> !saved.contains(path.toAbsolutePath().normalize()));
    if (!shown.isEmpty() && !context.edits().changedProperty().get()) {
      scan.noteSaved(shown);
      if (selection.openComparison().isPresent()) {
        opener.compareAgain(false);
      } else {
        opener.reopen(() -> {});
      }
    }
  }

  /// Returns true if the document could be closed now without losing changes.
  boolean isSettled() {
    return flows.unsaved.isSettled();
  }

  /// Runs an action that closes the document: at once, or after the user has settled pending
  /// changes. Does nothing while files are being written.
  void whenSettled(Runnable action) {
    flows.unsaved.before(action);
  }

  /// Stops all jobs and closes the document; pending changes are lost.
  void close() {
    reload.close();
    settings.unsubscribe();
    scan.close();
    activity.close();
    view.panes.closeAll();
    library.close();
    flows.convert.close();
    context.jobs().cancelAll();
    opener.close();
  }
}
