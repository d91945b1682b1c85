package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.demo.DemoCheckpoints.Sample;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.adapter.AdapterPane;
import io.github.tensorloupe.desktop.pane.help.HelpFlow;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.pane.reload.ReloadViewModel;
import io.github.tensorloupe.desktop.pane.scan.BackgroundScan;
import io.github.tensorloupe.desktop.pane.scan.WeightSearch;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeViewModel;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.OpenComparison;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.OpenSurvey;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.session.Arrangement;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.RememberedPlace;
import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.save.FileOperations;
import java.nio.file.Path;

/// The objects of one window, in the order of their creation: the shared objects, the flows that
/// open and write documents, the panes, and the frame around them. Also saves and restores the
/// session state of the window. Belongs to the FX thread.
final class Workbench {

  /// The environment of a window: the program and the computer.
  ///
  /// @param host the tab that shows the workbench
  /// @param cacheFolder returns the folder for demo checkpoints
  /// @param reader reads documents
  /// @param jobs runs background work for this window only
  record Environment(
      FileDialogs dialogs,
      TabHost host,
      Callable<Path> cacheFolder,
      FileOperations fileOperations,
      ScanResultStore scanMemory,
      ChosenSettings settings,
      Desktop desktop,
      Diagnostics diagnostics,
      LoadedDocument.Reader reader,
      Jobs jobs) {}

  private static final String TREE = "tensor-tree";
  private static final String METADATA = "metadata-table";
  private static final String LIBRARY = "library-table";

  /// If more groups are open, they are remembered as all groups.
  private static final int MAX_GROUPS = 500;

  /// The owner of the window reports its first frame to [WindowContext#firstFrame()].
  final WindowContext window;

  private final WindowActivity activity;
  private final WindowFlows flows;
  final WindowComparison comparison;
  private final WindowLibrary library;
  private final ReloadViewModel reload;
  private final WindowPalette palette;
  final MainView view;
  private final TensorTreeViewModel tree;
  private final Subscription following;
  private Optional<RememberedDocument> awaited = Optional.empty();
  private Optional<TableLayout.Sort> awaitedSort = Optional.empty();

  Workbench(Environment environment) {
    this(environment, Optional.empty());
  }

  /// @param first the document that is about to be opened, which defers everything that can wait
  ///   until after the first frame; empty if the window begins with the start page
  Workbench(Environment environment, Optional<Path> first) {
    window =
        WindowContext.of(environment, first.isPresent() ? new FirstFrame() : FirstFrame.shown());
    first.map(DocumentState.Opening::new).ifPresent(window.selection()::show);
    Selection selection = window.selection();
    Commands commands = window.commands();
    Messages messages = window.messages();
    BackgroundScan scan = backgroundScan();
    tree = new TensorTreeViewModel(selection, window.results(), window.jobs(), messages);
    tree.setOnFiguresWanted(scan::start);
    tree.setOnMessage(window.status()::report);
    WindowSettings settings = new WindowSettings(window);
    flows = new WindowFlows(window);
    comparison = new WindowComparison(window, flows.document);
    library = new WindowLibrary(window, flows, this::openDemo);
    BooleanSupplier ownWork = () -> flows.isWriting() || flows.document.isReopening();
    reload = new ReloadViewModel(selection, window.jobs(), ownWork, messages);
    activity = new WindowActivity(window);
    bindCommands(scan);
    bindHelp();
    following = settings.follow().and(scan::close);
    view = new MainView(window, tree, flows, comparison, library, scan, reload, activity);
    commands.heldProperty().bind(window.panels().showingProperty());
    settings.listenIn(view);
    flows.document.setOnReopened(view::keepingPlace);
    palette = new WindowPalette(window, library, view);
    view.panes.pane(AdapterPane.class).setBases(() -> libraryOfWindow().model.bases());
    library.follow(activity);
    flows.document.setOnShown(this::follow);
  }

  private BackgroundScan backgroundScan() {
    BackgroundScan.Tools tools =
        new BackgroundScan.Tools(
            window.jobs(),
            window.firstFrame(),
            window.environment().scanMemory(),
            window.environment().settings(),
            window.status()::report,
            window.messages());
    BackgroundScan valueScan = new BackgroundScan(window.selection(), window.results(), tools);
    new WeightSearch(
        window.selection(), window.weights(), window.results(), window.firstFrame(), tools);
    valueScan.includeValues(window.weights());
    window.edits().onSaved(valueScan::noteSaved);
    return valueScan;
  }

  private void bindCommands(BackgroundScan scan) {
    Commands commands = window.commands();
    Selection selection = window.selection();
    BooleanBinding open = selection.isOpenProperty();
    comparison.bindCommands();
    window.host().bind(commands, this);
    commands.bindAlways(
        Command.FULL_SCREEN,
        () -> {
          if (view.getScene().getWindow() instanceof Stage stage) {
            stage.setFullScreen(!stage.isFullScreen());
          }
        });
    commands.bind(Command.PALETTE, () -> openPalette(""));
    commands.bind(Command.OPEN_DEMO, () -> openDemo(Sample.HEALTHY));
    commands.bind(Command.GO_BACK, selection::goBack, open.and(selection.canGoBackProperty()));
    commands.bind(
        Command.GO_FORWARD, selection::goForward, open.and(selection.canGoForwardProperty()));
    comparison.bind(Command.EXPAND_ALL, tree::expandAll, it -> it.model.expandAll());
    comparison.bind(Command.COLLAPSE_ALL, tree::collapseAll, it -> it.model.collapseAll());
    commands.bind(
        Command.SCAN_VALUES,
        () -> {
          scan.start();
          comparison.start();
        },
        open.and(scan.canStart()).or(comparison.canStart()));
    commands.bind(
        Command.STOP_SCAN,
        () -> {
          scan.stop();
          comparison.stop();
        },
        scan.canStop().or(comparison.canStop()));
  }

  private void bindHelp() {
    Commands commands = window.commands();
    HelpFlow help =
        new HelpFlow(
            window::panels,
            window.status()::report,
            window::reveal,
            this::openDemo,
            commands,
            window.messages());
    commands.bind(
        Command.USER_GUIDE,
        () ->
            window
                .jobs()
                .start(
                    window.messages().text("guide.title"),
                    (_, _) -> HelpFlow.writtenGuide(),
                    help::showGuide,
                    failure -> window.status().report(Failures.of(failure))));
    commands.bind(Command.ABOUT, help::showAbout);
    commands.bindAlways(Command.COPY_DETAILS, help::copyDetails);
  }

  /// Opens a path in this tab and asks how to handle interrupted saves.
  void open(Path path) {
    flows.document.open(path);
  }

  void compare(Path a, Path b) {
    flows.document.compare(a, b, List.of());
  }

  DocumentOpener opener() {
    return flows.document;
  }

  /// Opens paths that were dropped on the window; two paths can be compared.
  void dropped(List<Path> paths) {
    flows.dropped(paths);
  }

  /// Opens a path in this tab without recovering interrupted saves.
  void openAsItIs(Path path) {
    flows.document.openAsItIs(path);
  }

  private void openDemo(Sample sample) {
    Callable<Path> folder = window.environment().cacheFolder();
    Messages messages = window.messages();
    window
        .jobs()
        .start(
            messages.text("status.opening", messages.text("demo.name")),
            (_, _) -> DemoCheckpoints.openable(folder.call().resolve("demo"), sample),
            flows::openNext,
            failure -> window.status().report(Failures.of(failure)));
  }

  /// Returns true if the window could be closed now without losing changes.
  boolean isSettled() {
    return flows.unsaved.isSettled();
  }

  /// Runs an action that closes the document: at once, or after the user has settled pending
  /// changes. Does nothing while files are being written.
  void leave(Runnable action) {
    flows.unsaved.before(action);
  }

  /// Stops all jobs and closes the document; pending changes are lost.
  void close() {
    library.model.close();
    reload.close();
    following.unsubscribe();
    activity.close();
    view.panes.closeAll();
    window.jobs().cancelAll();
    library.setShown(false);
    flows.document.close();
  }

  Arrangement arrangement() {
    Map<String, TableLayout> tables = new HashMap<>();
    view.tree.ifPresent(shown -> tables.put(TREE, shown.columns()));
    metadata().columns().ifPresent(columns -> tables.put(METADATA, columns));
    WindowLibrary shown = libraryOfWindow();
    shown.columns().ifPresent(columns -> tables.put(LIBRARY, columns));
    return view.arrangement(tables, shown.model.arrangement());
  }

  private WindowLibrary libraryOfWindow() {
    return window.host().library().orElse(this).library;
  }

  /// Called when the tab is selected, and when another one is.
  void setShown(boolean isShown) {
    library.setShown(isShown);
    if (isShown) {
      view.focusDocument();
    }
  }

  /// Arranges the parts. Must be called before the window is shown, so that the widths are kept.
  /// The tree is sorted only after a remembered document is open.
  void arrange(Arrangement arrangement) {
    view.arrange(arrangement);
    TableLayout ofTree = arrangement.tables().get(TREE);
    if (ofTree != null) {
      view.tree.ifPresent(shown -> shown.arrangeColumns(ofTree));
      awaitedSort = ofTree.sort();
    }
    Optional.ofNullable(arrangement.tables().get(METADATA)).ifPresent(metadata()::arrangeColumns);
    Optional.ofNullable(arrangement.tables().get(LIBRARY)).ifPresent(library::arrangeColumns);
    arrangement.librarySort().ifPresent(library.model::arrange);
  }

  /// Returns the document that is open or being opened, or empty on the start page, after a
  /// failure, and for remote documents, which are not reopened automatically.
  Optional<RememberedDocument> remembered() {
    boolean hasFailed = window.selection().documentProperty().get() instanceof DocumentState.Failed;
    return document().filter(it -> !hasFailed && SourceFileSystem.of(it.path()).isEmpty());
  }

  /// Returns the document that is open, is being opened, or could not be opened. Empty for the
  /// library.
  Optional<RememberedDocument> document() {
    Selection selection = window.selection();
    return switch (selection.documentProperty().get()) {
      case DocumentState.Open(OpenDocument document) -> {
        Path path = document.checkpoint().path().toAbsolutePath().normalize();
        Optional<List<List<String>>> groups = tree.openGroups(MAX_GROUPS);
        yield Optional.of(new RememberedDocument(path, selection.place(), groups));
      }
      case DocumentState.Opening(Path path, var other) ->
          awaited.or(() -> Optional.of(RememberedDocument.of(path, other)));
      case DocumentState.Open(OpenComparison _) ->
          comparison.session().map(ComparisonSession::remembered);
      case DocumentState.Open(OpenSurvey survey) -> Optional.of(survey.remembered());
      case DocumentState.Failed failed -> Optional.of(RememberedDocument.of(failed.path()));
      case DocumentState.Empty() -> Optional.empty();
    };
  }

  /// Opens a document and restores the remembered location in it.
  void open(RememberedDocument document) {
    awaited = Optional.of(document);
    document
        .comparison()
        .ifPresentOrElse(
            it -> flows.document.compare(document.path(), it.with(), it.byHand()),
            () -> open(document.path()));
  }

  private void follow(DocumentState state) {
    if (state instanceof DocumentState.Opening(Path path, var _)) {
      awaited = awaited.filter(document -> document.path().equals(path));
      return;
    }
    Optional<RememberedDocument> document = awaited;
    awaited = Optional.empty();
    if (state instanceof DocumentState.Open(OpenDocument _)) {
      document.ifPresent(this::restore);
    }
    document
        .flatMap(RememberedDocument::comparison)
        .ifPresent(it -> comparison.session().ifPresent(shown -> shown.goTo(it)));
  }

  private void restore(RememberedDocument document) {
    document.openGroups().ifPresent(tree::openOnly);
    document.place().map(Workbench::withPaneThatIsThere).ifPresent(window.selection()::goTo);
    awaitedSort.ifPresent(sort -> view.tree.ifPresent(shown -> shown.sortBy(sort)));
    awaitedSort = Optional.empty();
  }

  /// Another version may have had other panes.
  private static RememberedPlace withPaneThatIsThere(RememberedPlace place) {
    boolean isThere = Panes.named(OpenDocument.class, place.pane()).isPresent();
    return isThere ? place : place.withPane(Panes.FILE.getFirst().id());
  }

  private MetadataPane metadata() {
    return view.panes.pane(MetadataPane.class);
  }

  /// Shows a failure in a notice until the user closes it.
  void warn(Failure failure) {
    activity.failed(failure.doing(), failure);
  }

  /// Selects the first tensor, or in a comparison the first pair, with this name.
  ///
  /// @return false if there is none
  boolean selectTensor(String name) {
    if (comparison.session().isPresent()) {
      return comparison.session().get().select(name);
    }
    Optional<TensorRef> tensor =
        window.selection().openDocument().flatMap(document -> document.checkpoint().tensor(name));
    tensor.ifPresent(window.selection()::select);
    return tensor.isPresent();
  }

  void openPalette(String text) {
    palette.open(text);
  }
}
