package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.demo.DemoCheckpoints.Sample;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.command.Keymap;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.adapter.AdapterPane;
import io.github.tensorloupe.desktop.pane.help.HelpFlow;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.pane.reload.ReloadViewModel;
import io.github.tensorloupe.desktop.pane.scan.BackgroundScan;
import io.github.tensorloupe.desktop.pane.scan.WeightSearch;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeViewModel;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.session.Arrangement;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.RememberedPlace;
import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.storage.ScanMemory;
import io.github.tensorloupe.storage.WeightForm;
import java.nio.file.Path;

/// The objects of one window, made in one order: first the objects that all share, then those that
/// open and write documents, then the panes, then the frame around them; and what a session keeps
/// of the window. Belongs to the FX thread.
final class Workbench {

  /// The program and the computer around a window.
  ///
  /// @param onCloseWindow closes the window, as its own button does
  /// @param cacheFolder gives the folder that the demo checkpoint is written to
  /// @param reader reads documents
  /// @param jobs runs work beside the FX thread, for this window alone
  record Environment(
      FileDialogs dialogs,
      Runnable onCloseWindow,
      Runnable onQuit,
      Callable<Path> cacheFolder,
      FileOperations fileOperations,
      ScanMemory scanMemory,
      ChosenSettings settings,
      Desktop desktop,
      Diagnostics diagnostics,
      ReadDocument.Reader reader,
      Jobs jobs) {}

  private static final String TREE = "tensor-tree";
  private static final String METADATA = "metadata-table";
  private static final String LIBRARY = "library-table";

  /// More open groups than this count as all groups.
  private static final int MOST_GROUPS = 500;

  /// The objects that its parts share. Whoever shows the window says that its first frame has come.
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

  /// @param first the document that is about to be opened in the window, so that nothing is shown
  ///   or done before its first frame that could wait; empty where the start page comes first
  Workbench(Environment environment, Optional<Path> first) {
    window =
        WindowContext.of(environment, first.isPresent() ? new FirstFrame() : FirstFrame.past());
    first.map(DocumentState.Opening::new).ifPresent(window.selection()::show);
    Selection selection = window.selection();
    Commands commands = window.commands();
    Messages messages = window.messages();
    BackgroundScan scan = backgroundScan();
    tree = new TensorTreeViewModel(selection, window.results(), window.jobs(), messages);
    tree.setOnFiguresWanted(scan::start);
    tree.setOnTold(window.status()::tell);
    WindowSettings settings = new WindowSettings(window);
    flows = new WindowFlows(window);
    comparison = new WindowComparison(window, flows.document);
    library = new WindowLibrary(window, flows, this::openDemo);
    BooleanSupplier ownWork = () -> flows.isWriting() || flows.document.isReopening();
    reload = new ReloadViewModel(selection, window.jobs(), ownWork, messages);
    activity = new WindowActivity(window);
    bindCommands(scan);
    bindHelp();
    following = followSettings().and(scan::close);
    view = new MainView(window, tree, flows, comparison, library, scan, reload, activity);
    commands.heldProperty().bind(window.panels().showingProperty());
    settings.listenIn(view);
    flows.document.setOnReopened(view::keepingPlace);
    palette = new WindowPalette(window, library, view);
    view.tabs.pane(AdapterPane.class).setBases(library.model::bases);
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
            window.status()::tell,
            window.messages());
    BackgroundScan made = new BackgroundScan(window.selection(), window.results(), tools);
    new WeightSearch(
        window.selection(), window.weights(), window.results(), window.firstFrame(), tools);
    made.includeValues(window.weights());
    window.edits().onSaved(made::noteSaved);
    return made;
  }

  private void bindCommands(BackgroundScan scan) {
    Commands commands = window.commands();
    Selection selection = window.selection();
    BooleanBinding open = selection.isOpenProperty();
    Desktop.OtherWindows windows = window.environment().desktop().windows();
    for (PaneDescriptor pane : Panes.ALL) {
      BooleanExpression isOffered =
          BooleanExpression.booleanExpression(pane.isOffered().apply(selection));
      bindPane(pane.command(), () -> view.panes.show(pane), open.and(isOffered));
    }
    bindPane(Command.SHOW_BYTES, () -> view.showBytes(Node::requestFocus), open);
    comparison.bindCommands();
    commands.bind(Command.NEW_WINDOW, windows::showNew);
    commands.bind(Command.NEW_TAB, windows::showNewTab);
    commands.bind(Command.NEXT_TAB, () -> windows.stepTabs(1), windows.hasTabs());
    commands.bind(Command.PREVIOUS_TAB, () -> windows.stepTabs(-1), windows.hasTabs());
    commands.bind(Command.TAB_TO_WINDOW, windows::moveTabToNewWindow, windows.hasTabs());
    commands.bind(Command.REOPEN_CLOSED, windows::reopenClosed, windows.canReopen());
    commands.bindThroughout(
        Command.FULL_SCREEN,
        () -> {
          if (view.getScene().getWindow() instanceof Stage stage) {
            stage.setFullScreen(!stage.isFullScreen());
          }
        });
    commands.bindThroughout(Command.QUIT, window.environment().onQuit());
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

  private void bindPane(Command command, Runnable ofDocument, BooleanExpression isInDocument) {
    Runnable turn = () -> comparison.frame().ifPresentOrElse(it -> it.show(command), ofDocument);
    window.commands().bind(command, turn, isInDocument.or(comparison.has(command)));
  }

  private void bindHelp() {
    Commands commands = window.commands();
    HelpFlow help =
        new HelpFlow(
            window::panels,
            window.status()::tell,
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
                    failure -> window.status().tell(Failures.of(failure))));
    commands.bind(Command.ABOUT, help::showAbout);
    commands.bindThroughout(Command.COPY_DETAILS, help::copyDetails);
  }

  /// Lets the keys follow the settings, which live longer than a window, and tells where those
  /// cannot be kept.
  private Subscription followSettings() {
    ChosenSettings settings = window.environment().settings();
    ObjectProperty<WeightForm> form = window.weights().formProperty();
    form.set(settings.get().weightForm());
    form.subscribe((_, chosen) -> settings.change(now -> now.withWeightForm(chosen)));
    return settings
        .settingsProperty()
        .map(chosen -> chosen.shortcuts())
        .subscribe(keys -> window.commands().keymapProperty().set(Keymap.of(keys)))
        .and(settings.settingsProperty().subscribe(now -> form.set(now.weightForm())))
        .and(
            settings
                .failureProperty()
                .subscribe(failure -> failure.ifPresent(window.status()::tell)));
  }

  /// Opens a path in this window and asks about interrupted saves.
  void open(Path path) {
    flows.document.open(path);
  }

  void compare(Path a, Path b) {
    flows.document.compare(a, b, List.of());
  }

  /// Opens what was dropped on the window, two paths beside each other.
  void dropped(List<Path> paths) {
    flows.dropped(paths);
  }

  /// Opens a path in this window as it is, whatever an interrupted save has left.
  void openAsItIs(Path path) {
    flows.document.openAsItIs(path);
  }

  private void openDemo(Sample sample) {
    Path name = Path.of(window.messages().text("demo.name"));
    Callable<Path> folder = window.environment().cacheFolder();
    leave(
        () ->
            flows.document.open(
                name, (_, _) -> DemoCheckpoints.openable(folder.call().resolve("demo"), sample)));
  }

  /// True if the window could be closed now and nothing would be lost.
  boolean isSettled() {
    return flows.unsaved.isSettled();
  }

  /// Does something that ends the document: at once if nothing is pending, else once the person has
  /// settled that. While files are being written, nothing happens.
  void leave(Runnable action) {
    flows.unsaved.before(action);
  }

  /// Stops what runs and closes the document; what is pending is lost.
  void close() {
    library.model.close();
    reload.close();
    following.unsubscribe();
    activity.close();
    view.panes.closeAll();
    window.jobs().cancelAll();
    flows.document.close();
    // The closed document starts a new search of the library.
    library.model.setActive(false);
  }

  Arrangement arrangement() {
    Map<String, TableLayout> tables = new HashMap<>();
    view.tree.ask(shown -> tables.put(TREE, shown.columns()));
    metadata().columns().ifPresent(columns -> tables.put(METADATA, columns));
    library.columns().ifPresent(columns -> tables.put(LIBRARY, columns));
    return view.arrangement(tables, library.model.arrangement());
  }

  /// Arranges the parts. To be called before the window is shown, for the widths to hold. The tree
  /// is sorted only once a remembered document is open.
  void arrange(Arrangement arrangement) {
    view.arrange(arrangement);
    TableLayout ofTree = arrangement.tables().get(TREE);
    if (ofTree != null) {
      view.tree.ask(shown -> shown.arrangeColumns(ofTree));
      awaitedSort = ofTree.sort();
    }
    Optional.ofNullable(arrangement.tables().get(METADATA)).ifPresent(metadata()::arrangeColumns);
    Optional.ofNullable(arrangement.tables().get(LIBRARY)).ifPresent(library::arrangeColumns);
    arrangement.librarySort().ifPresent(library.model::arrange);
  }

  /// The document that is open, or being opened; empty on the start page and where it could not be
  /// opened.
  ///
  /// What lies on a server is not opened again by itself.
  Optional<RememberedDocument> remembered() {
    return shown().filter(it -> SourceFileSystem.of(it.path()).isEmpty());
  }

  private Optional<RememberedDocument> shown() {
    Selection selection = window.selection();
    return switch (selection.documentProperty().get()) {
      case DocumentState.Open(var document) -> {
        Path path = document.checkpoint().path().toAbsolutePath().normalize();
        Optional<List<List<String>>> groups = tree.openGroups(MOST_GROUPS);
        yield Optional.of(new RememberedDocument(path, selection.place(), groups));
      }
      case DocumentState.Opening(Path path, var other) ->
          awaited.or(() -> Optional.of(RememberedDocument.of(path, other)));
      case DocumentState.Compared _ -> comparison.frame().map(ComparisonFrame::remembered);
      case DocumentState.Surveyed(var survey) -> Optional.of(RememberedDocument.of(survey.path()));
      case DocumentState.Empty(), DocumentState.Failed _ -> Optional.empty();
    };
  }

  /// Opens a document and goes to the remembered place in it.
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
    if (state instanceof DocumentState.Open) {
      document.ifPresent(this::restore);
    }
    document
        .flatMap(RememberedDocument::comparison)
        .ifPresent(it -> comparison.frame().ifPresent(shown -> shown.goTo(it)));
  }

  private void restore(RememberedDocument document) {
    document.openGroups().ifPresent(tree::openOnly);
    document.place().map(Workbench::withPaneThatIsThere).ifPresent(window.selection()::goTo);
    awaitedSort.ifPresent(sort -> view.tree.ask(shown -> shown.sortBy(sort)));
    awaitedSort = Optional.empty();
  }

  /// Another version may have had other panes.
  private static RememberedPlace withPaneThatIsThere(RememberedPlace place) {
    boolean isThere = Panes.named(place.pane()).isPresent();
    return isThere ? place : place.withPane(Panes.ALL.getFirst().id());
  }

  private MetadataPane metadata() {
    return view.tabs.pane(MetadataPane.class);
  }

  /// Tells of something that did not work, and what was being done, until somebody closes that.
  void warn(Failure failure) {
    activity.failed(failure.doing(), failure);
  }

  /// Selects the first tensor with this name, or the first pair; true if there is one.
  boolean selectTensor(String name) {
    if (comparison.frame().isPresent()) {
      return comparison.frame().get().select(name);
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
