package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.demo.DemoCheckpoints.Sample;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.notice.NoticeHost.Notice;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.address.AddressFlow;
import io.github.tensorloupe.desktop.pane.address.DownloadFlow;
import io.github.tensorloupe.desktop.pane.convert.Operation;
import io.github.tensorloupe.desktop.pane.library.FolderWatch.WatchFinding;
import io.github.tensorloupe.desktop.pane.library.LibraryActions;
import io.github.tensorloupe.desktop.pane.library.LibraryLists;
import io.github.tensorloupe.desktop.pane.library.LibraryView;
import io.github.tensorloupe.desktop.pane.library.ModelFileFlow;
import io.github.tensorloupe.desktop.pane.library.RecentMenus;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.session.Arrangement;
import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.desktop.storage.RecentComparison;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.save.FileOperations;
import java.nio.file.Path;

/// The library in one workspace: its view, the menus of recent documents, and the records of opened
/// documents. Belongs to the FX thread.
final class LibraryTab implements LibraryActions {

  private static final String TABLE = "library-table";

  private final Workspace workspace;
  private final PaneContext context;
  private final ActivityBoard activity;
  private final SharedLibrary library;
  private final ModelFileFlow modelFiles;
  private final Subscription jobs;
  private Optional<LibraryView> view = Optional.empty();
  private Path lastOpened = Path.of("");
  private boolean isShown = true;

  LibraryTab(Workspace workspace, ActivityBoard activity) {
    this.workspace = workspace;
    this.activity = activity;
    context = workspace.context;
    library = workspace.environment.library();
    boolean isSeparate = !isForDocuments() && library.jobs != context.jobs();
    jobs = isSeparate ? context.jobs().include(library.jobs) : Subscription.EMPTY;
    Desktop desktop = workspace.environment.desktop();
    FileOperations operations = workspace.environment.fileOperations();
    AddressFlow addresses =
        new AddressFlow(context, desktop.addresses(), new DownloadFlow(context, operations));
    context.commands().bind(Command.OPEN_ADDRESS, () -> addresses.show(lists().recentAddresses()));
    context.commands().bind(Command.OPEN_DEMO, () -> open(Sample.HEALTHY));
    modelFiles =
        new ModelFileFlow(
            context,
            lists(),
            operations,
            file -> desktop.fileManager().moveToTrash(file, operations),
            workspace.environment.host().documents());
    library.add(this, context.jobs(), this::reportFinding);
    workspace.firstFrame.runAfter(library::begin);
  }

  private boolean isForDocuments() {
    return workspace.environment.host().isForDocuments();
  }

  /// Scans the folders again if the library is shown.
  void refresh() {
    if (library.isActive()) {
      library.model.refresh();
    }
  }

  LibraryLists lists() {
    return library.model.lists();
  }

  LibraryView createView() {
    List<MenuItem> openItems =
        Stream.of(Command.OPEN_FILE, Command.OPEN_FOLDER, Command.OPEN_ADDRESS)
            .map(command -> context.commands().contextItem(command, "library-"))
            .toList();
    LibraryView created =
        new LibraryView(library.model, this, openItems, context.jobs(), context.messages());
    library.columns.ifPresent(created.columns()::arrange);
    view = Optional.of(created);
    return created;
  }

  /// Remembers the columns and the order of the library in an arrangement.
  ///
  /// @return the name of the order
  String remember(Map<String, TableLayout> tables) {
    view.ifPresent(shown -> library.columns = Optional.of(shown.columns().layout()));
    library.columns.ifPresent(columns -> tables.put(TABLE, columns));
    return library.model.arrangement();
  }

  void arrange(Arrangement arrangement) {
    TableLayout columns = arrangement.tables().get(TABLE);
    if (columns != null) {
      library.columns = Optional.of(columns);
      view.ifPresent(shown -> shown.columns().arrange(columns));
    }
    arrangement.librarySort().ifPresent(library.model::arrange);
  }

  List<Menu> recentMenus() {
    return List.of(
        RecentMenus.files(library.model, this::open, context.messages()),
        RecentMenus.comparisons(library.model, this::compare, context.messages()));
  }

  private void reportFinding(WatchFinding finding) {
    workspace.status.report(finding.title());
    String open = context.messages().text("library.open-in-tab");
    Notice.Action action = new Notice.Action(open, () -> open(finding.path()));
    activity.found(
        new Notice(
            Tone.WARNING,
            finding.title(),
            finding.sentence(),
            Optional.of(action),
            Optional.empty()));
  }

  /// Called when the document has changed.
  void onDocumentChanged(DocumentState state) {
    activate();
    switch (state) {
      case DocumentState.Open(FileDocument document) -> recordOpened(document.checkpoint().path());
      case DocumentState.Open(ComparisonDocument comparison) ->
          recordCompared(comparison.sideA().path(), comparison.sideB().path());
      case DocumentState.Empty _ -> lastOpened = Path.of("");
      case DocumentState.Opening _, DocumentState.Open _, DocumentState.Failed _ -> {}
    }
  }

  /// A document that is read again was recorded before.
  private void recordOpened(Path path) {
    if (path.equals(lastOpened)) {
      return;
    }
    lastOpened = path;
    if (!isOnServer(path)) {
      lists().recordOpened(path);
    } else if (RemoteAccess.isWhole(path.toString())) {
      lists().recordOpened(path.toString());
    }
  }

  private void recordCompared(Path a, Path b) {
    if (!isOnServer(a) && !isOnServer(b)) {
      lists().recordComparison(new RecentComparison(a, b));
    }
  }

  /// Called when the tab is selected, and when another one is.
  void setShown(boolean shown) {
    isShown = shown;
    activate();
  }

  private void activate() {
    boolean isActive =
        isShown
            && !isForDocuments()
            && context.selection().documentProperty().get() instanceof DocumentState.Empty;
    library.setActive(this, isActive);
    if (isActive) {
      view.ifPresent(LibraryView::focusSearch);
    }
  }

  void close() {
    isShown = false;
    jobs.unsubscribe();
    library.remove(this);
  }

  /// The library lists only local files.
  private static boolean isOnServer(Path path) {
    return SourceFileSystem.of(path).isPresent();
  }

  @Override
  public void compare(Path a, Path b) {
    workspace.compare(a, b);
  }

  @Override
  public void compareWith(Path path) {
    workspace.compareWith(path);
  }

  @Override
  public void editMetadata(List<Path> models, boolean removesPrivateData) {
    workspace.editMetadata(models, removesPrivateData);
  }

  @Override
  public void convert(Path path, Command command) {
    Arrays.stream(Operation.values())
        .filter(each -> each.command() == command)
        .forEach(each -> workspace.convert(path, each));
  }

  @Override
  public void reveal(Path path) {
    workspace.reveal(path);
  }

  @Override
  public void rename(Path model) {
    modelFiles.rename(model);
  }

  @Override
  public void moveToTrash(List<Path> models) {
    modelFiles.moveToTrash(models);
  }

  @Override
  public void open(Path path) {
    workspace.open(path);
  }

  @Override
  public void open(Sample sample) {
    String title = context.messages().text("demo.name");
    context
        .jobs()
        .start(
            context.messages().text("status.opening", title),
            (_, _) ->
                DemoCheckpoints.openable(
                    workspace.environment.cacheFolder().call().resolve("demo"), sample),
            this::open,
            failure -> workspace.status.report(Failures.of(failure)));
  }

  @Override
  public void openInNewWindow(Path path) {
    workspace.environment.host().openInNewWindow(path);
  }

  @Override
  public PanelHost panels() {
    return context.panels();
  }

  @Override
  public Optional<Path> chooseFolder() {
    return context.dialogs().get().choose(FileDialogs.Existing.FOLDER_FOR_LIBRARY);
  }
}
