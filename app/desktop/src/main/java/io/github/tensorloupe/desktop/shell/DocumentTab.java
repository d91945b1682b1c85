package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.RememberedWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;
import javafx.util.Duration;

/// The library or a document in a tab of a window. Belongs to the FX thread.
final class DocumentTab implements TabHost {

  private static final int TAB_CHARACTERS = 40;

  /// Maximum delay before the window is shown.
  private static final Duration PATIENCE = Duration.millis(250);

  final boolean isLibrary;
  final Workbench workbench;

  /// The window title while the tab is selected.
  final ObservableValue<String> title;

  final ObservableValue<String> text;
  private final Windows windows;
  private final ReadOnlyObjectProperty<DocumentState> document;
  private AppWindow window;

  /// @param window the window that the tab will be added to
  /// @param creation creates the content of this tab
  DocumentTab(
      AppWindow window,
      Windows windows,
      boolean isLibrary,
      Function<DocumentTab, Workbench> creation) {
    this.window = window;
    this.windows = windows;
    this.isLibrary = isLibrary;
    workbench = creation.apply(this);
    document = workbench.window.selection().documentProperty();
    title = title(workbench.window);
    text = text(workbench.window);
    document.subscribe((_, state) -> onShown(state));
  }

  private void onShown(DocumentState state) {
    windows.noteChange();
    if (!isLibrary && state instanceof DocumentState.Empty) {
      // Opening was stopped. Deferred, because other listeners have not received the state yet.
      workbench.window.jobs().later(() -> windows.closing.drop(this));
    }
  }

  private static ObservableValue<String> title(WindowContext window) {
    Messages messages = window.messages();
    return text(
        window,
        state ->
            switch (state) {
              case DocumentState.Open(var open) -> {
                boolean edited = window.edits().changedProperty().get();
                String key = edited ? "window.title.edited" : "window.title.document";
                yield messages.text(key, DisplayText.of(open.name()));
              }
              case DocumentState.Compared(var comparison) ->
                  messages.text("window.title.document", comparison.name());
              case DocumentState.Surveyed(var survey) ->
                  messages.text("window.title.document", survey.name());
              case DocumentState.Empty _, DocumentState.Opening _, DocumentState.Failed _ ->
                  messages.text("window.title");
            });
  }

  /// Returns the name of the document for its tab, marked while it has unsaved changes.
  static ObservableValue<String> text(WindowContext window) {
    return text(
        window,
        state ->
            switch (state) {
              case DocumentState.Open(var open) ->
                  (window.edits().changedProperty().get() ? "• " : "") + shorten(open.name());
              case DocumentState.Compared(var comparison) -> comparison.name();
              case DocumentState.Surveyed(var survey) -> shorten(survey.name());
              case DocumentState.Opening(Path path, var _) -> shorten(nameOf(path));
              case DocumentState.Failed failed -> shorten(nameOf(failed.path()));
              case DocumentState.Empty() -> "";
            });
  }

  private static ObservableValue<String> text(
      WindowContext window, Function<DocumentState, String> text) {
    ReadOnlyObjectProperty<DocumentState> document = window.selection().documentProperty();
    return Bindings.createStringBinding(
        () -> text.apply(document.get()), document, window.edits().changedProperty());
  }

  private static String nameOf(Path path) {
    return Objects.requireNonNullElse(path.getFileName(), path).toString();
  }

  private static String shorten(String name) {
    return DisplayText.of(name, TAB_CHARACTERS);
  }

  RememberedWindow snapshot() {
    RememberedWindow alone =
        new RememberedWindow(
            Optional.of(window.place()),
            workbench.arrangement(),
            workbench.remembered(),
            Optional.empty());
    List<DocumentTab> all = window.documents();
    return all.size() > 1 && all.contains(this)
        ? alone.inTab(window.number, all.indexOf(this))
        : alone;
  }

  /// Returns true if this tab shows the document, is opening it, or failed to open it.
  boolean shows(RememberedDocument wanted) {
    return workbench.document().filter(wanted::isSame).isPresent();
  }

  boolean isOpening() {
    return document.get() instanceof DocumentState.Opening;
  }

  boolean hasFailed() {
    return document.get() instanceof DocumentState.Failed;
  }

  /// Selects this tab and shows its window.
  void show() {
    window.select(this);
    window.show();
    if (isOpening()) {
      // Until the document is open, the window shows the progress and can stop it.
      workbench.window.jobs().later(workbench.window.firstFrame()::markShown);
    }
  }

  /// Shows the window as soon as the document is open, so that it is not laid out twice, but at the
  /// latest after [#PATIENCE].
  void showOnceOpened() {
    window.select(this);
    if (!isOpening()) {
      show();
      return;
    }
    Runnable action =
        () -> {
          show();
          // Nodes cannot get the focus before the window is shown.
          workbench.view.focusDocument();
        };
    PauseTransition patience = new PauseTransition(PATIENCE);
    patience.setOnFinished(_ -> action.run());
    patience.play();
    document.subscribe(
        () -> {
          if (patience.getStatus() == Animation.Status.RUNNING && !isOpening()) {
            patience.stop();
            // Deferred, so that the panes are updated first.
            workbench.window.jobs().later(action);
          }
        });
  }

  void close() {
    workbench.close();
  }

  Stage stage() {
    return window.stage;
  }

  AppWindow window() {
    return window;
  }

  /// Moves this tab into another window and selects it there.
  void moveTo(AppWindow other) {
    window.remove(this);
    window = other;
    other.add(this, AppWindow.LAST);
    other.select(this);
  }

  @Override
  public boolean isForDocuments() {
    return !isLibrary;
  }

  @Override
  public boolean open(RememberedDocument wanted) {
    windows.open(wanted, window);
    return true;
  }

  @Override
  public Optional<Workbench> addTab(Path first) {
    return Optional.of(windows.addTab(RememberedDocument.of(first), window).workbench);
  }

  @Override
  public void openInNewWindow(Path path) {
    windows.openInNewWindow(RememberedDocument.of(path));
  }

  @Override
  public void showNewWindow() {
    windows.showNewWindow();
  }

  @Override
  public void showLibrary() {
    window.selectLibrary();
  }

  @Override
  public Optional<Workbench> library() {
    return window.library().map(tab -> tab.workbench);
  }

  @Override
  public void stepTabs(int step) {
    window.step(step);
  }

  @Override
  public void move() {
    windows.move(this);
  }

  @Override
  public void bringToFront() {
    window.select(this);
    window.bringToFront();
  }

  @Override
  public boolean requestClose() {
    windows.closing.close(this);
    return true;
  }

  @Override
  public void quit() {
    windows.closing.quit();
  }

  @Override
  public void reopenClosed() {
    windows.reopenClosed(window);
  }

  @Override
  public List<Path> openFiles() {
    return windows.openFiles();
  }

  @Override
  public State state() {
    return windows.state;
  }
}
