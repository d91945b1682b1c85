package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.demo.DemoCheckpoints.Sample;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.notice.NoticeHost.Notice;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.address.AddressFlow;
import io.github.tensorloupe.desktop.pane.library.FolderWatch.WatchFinding;
import io.github.tensorloupe.desktop.pane.library.LibraryView;
import io.github.tensorloupe.desktop.pane.library.LibraryView.LibraryActions;
import io.github.tensorloupe.desktop.pane.library.LibraryViewModel;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.OpenComparison;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.desktop.storage.RecentComparison;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.remote.RemoteAccess;
import java.nio.file.Path;

/// The library of one window: the checkpoints on disk that can be opened. Belongs to the FX thread.
final class WindowLibrary implements LibraryActions {

  private final WindowContext window;
  private final WindowFlows flows;
  private final Consumer<Sample> onDemo;
  final LibraryViewModel model;
  private Optional<LibraryView> view = Optional.empty();
  private Optional<TableLayout> columns = Optional.empty();
  private Path noted = Path.of("");
  private boolean isShown = true;

  WindowLibrary(WindowContext window, WindowFlows flows, Consumer<Sample> onDemo) {
    this.window = window;
    this.flows = flows;
    this.onDemo = onDemo;
    model =
        new LibraryViewModel(
            window.environment().desktop().library(), window.jobs(), window.messages());
    AddressFlow addresses =
        new AddressFlow(window.forPanes(), window.environment().desktop().addresses(), this::open);
    window
        .commands()
        .bind(Command.OPEN_ADDRESS, () -> addresses.show(model.lists().recentAddresses()));
  }

  LibraryView makeView() {
    LibraryView created = new LibraryView(model, this, window.jobs(), window.messages());
    columns().ifPresent(created.columns()::arrange);
    view = Optional.of(created);
    return created;
  }

  /// Returns the layout of the table columns, or empty if they were never shown or arranged.
  Optional<TableLayout> columns() {
    return view.map(created -> created.columns().layout()).or(() -> columns);
  }

  void arrangeColumns(TableLayout layout) {
    columns = Optional.of(layout);
    view.map(LibraryView::columns).ifPresent(shown -> shown.arrange(layout));
  }

  List<Menu> recentMenus() {
    return List.of(
        LibraryView.recentMenu(model, this::open, window.messages()),
        LibraryView.comparisonsMenu(model, this::compare, window.messages()));
  }

  /// Records opened documents, searches for checkpoints while the library is shown, and reports
  /// findings for checkpoints that appear in watched folders.
  void follow(WindowActivity activity) {
    window.firstFrame().runAfter(() -> model.begin(finding -> reportFinding(finding, activity)));
    window.selection().documentProperty().subscribe(this::follow);
  }

  private void reportFinding(WatchFinding finding, WindowActivity activity) {
    window.status().report(finding.title());
    String open = window.messages().text("library.open-in-tab");
    Notice.Action action = new Notice.Action(open, () -> open(finding.path()));
    activity.found(
        new Notice(
            Tone.WARNING,
            finding.title(),
            finding.sentence(),
            Optional.of(action),
            Optional.empty()));
  }

  private void follow(DocumentState state) {
    activate();
    if (state instanceof DocumentState.Empty) {
      noted = Path.of("");
    }
    if (state instanceof DocumentState.Open(OpenDocument document)
        && !document.checkpoint().path().equals(noted)) {
      noted = document.checkpoint().path();
      if (!isOnServer(noted)) {
        model.lists().recordOpened(noted);
      } else if (RemoteAccess.isWhole(noted.toString())) {
        model.lists().recordOpened(noted.toString());
      }
    }
    window
        .selection()
        .openComparison()
        .map(WindowLibrary::recent)
        .filter(it -> !isOnServer(it.a()) && !isOnServer(it.b()))
        .ifPresent(model.lists()::recordComparison);
  }

  /// Called when the tab is selected, and when another one is.
  void setShown(boolean shown) {
    isShown = shown;
    activate();
  }

  private void activate() {
    boolean isActive =
        isShown
            && !window.host().isForDocuments()
            && window.selection().documentProperty().get() instanceof DocumentState.Empty;
    model.setActive(isActive);
    if (isActive) {
      view.ifPresent(LibraryView::focusSearch);
    }
  }

  /// The library lists only local files.
  private static boolean isOnServer(Path path) {
    return SourceFileSystem.of(path).isPresent();
  }

  private static RecentComparison recent(OpenComparison comparison) {
    return new RecentComparison(comparison.sideA().path(), comparison.sideB().path());
  }

  @Override
  public void compare(Path a, Path b) {
    flows.compareNext(a, b);
  }

  @Override
  public void reveal(Path path) {
    window.reveal(path);
  }

  @Override
  public void open(Path path) {
    flows.openNext(path);
  }

  @Override
  public void open(Sample sample) {
    onDemo.accept(sample);
  }

  @Override
  public void openInNewWindow(Path path) {
    window.host().openInNewWindow(path);
  }

  @Override
  public Optional<Path> chooseFolder() {
    return window.dialogs().choose(FileDialogs.Existing.FOLDER_FOR_LIBRARY);
  }
}
