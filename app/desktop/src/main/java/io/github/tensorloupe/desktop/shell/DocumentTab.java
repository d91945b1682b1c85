package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.RememberedWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;
import javafx.util.Duration;

/// The library or a document in a tab of a window. Belongs to the FX thread.
final class DocumentTab implements TabHost {

  static final int MAX_CHARACTERS = 40;

  /// Maximum delay before the window is shown.
  private static final Duration PATIENCE = Duration.millis(250);

  final boolean isLibrary;
  final Workspace workspace;

  /// The window title while the tab is selected.
  final ObservableValue<String> title;

  /// The name of a file in its tab, distinct from the names of other files.
  final StringProperty distinctName = new SimpleStringProperty("");

  final ObservableValue<String> text;
  private final Windows windows;
  private final PaneContext context;
  private final ReadOnlyObjectProperty<DocumentState> document;
  private AppWindow window;

  /// @param window the window that the tab will be added to
  /// @param creation creates the content of this tab
  DocumentTab(
      AppWindow window,
      Windows windows,
      boolean isLibrary,
      Function<DocumentTab, Workspace> creation) {
    this.window = window;
    this.windows = windows;
    this.isLibrary = isLibrary;
    workspace = creation.apply(this);
    context = workspace.context;
    document = context.selection().documentProperty();
    title = of(context, this::title);
    text = text(context, distinctName);
    document.subscribe((_, state) -> onShown(state));
    workspace.view.panes.setToFront(this::bringToFront);
  }

  private void onShown(DocumentState state) {
    windows.documents.nameTabs();
    windows.noteChange();
    if (!isLibrary && state instanceof DocumentState.Empty) {
      // Opening was stopped. Deferred, because other listeners have not received the state yet.
      context.jobs().later(() -> windows.closing.drop(this));
    }
  }

  private String title() {
    DocumentState state = document.get();
    String name =
        state instanceof DocumentState.Open(var open)
            ? open.title()
            : DisplayText.of(nameOf(state));
    boolean isEdited = context.edits().changedProperty().get();
    String key =
        name.isEmpty()
            ? "window.title"
            : isEdited ? "window.title.edited" : "window.title.document";
    return context.messages().text(key, name);
  }

  /// Returns the name of the document for its tab, marked while it has unsaved changes.
  ///
  /// @param fileName the distinct name of a file, or an empty text for the name of the document
  static ObservableValue<String> text(PaneContext context, ObservableValue<String> fileName) {
    return Bindings.createStringBinding(
        () -> {
          String mark = context.edits().changedProperty().get() ? "• " : "";
          if (!fileName.getValue().isEmpty()) {
            return mark + fileName.getValue();
          }
          DocumentState state = context.selection().documentProperty().get();
          return state instanceof DocumentState.Open(var open)
              ? mark + open.tabTitle(MAX_CHARACTERS)
              : mark + DisplayText.of(nameOf(state), MAX_CHARACTERS);
        },
        context.selection().documentProperty(),
        context.edits().changedProperty(),
        fileName);
  }

  private static ObservableValue<String> of(PaneContext context, Callable<String> text) {
    return Bindings.createStringBinding(
        text, context.selection().documentProperty(), context.edits().changedProperty());
  }

  /// Returns the path of the file that is open, is being opened or could not be opened.
  Optional<Path> path() {
    return switch (document.get()) {
      case DocumentState.Open(FileDocument open) -> Optional.of(open.checkpoint().path());
      case DocumentState.Opening(Path path, var other) when other.isEmpty() -> Optional.of(path);
      case DocumentState.Failed failed -> Optional.of(failed.path());
      case DocumentState.Open _, DocumentState.Opening _, DocumentState.Empty _ -> Optional.empty();
    };
  }

  /// Returns the name of a file that is not open, or an empty text for the library.
  private static String nameOf(DocumentState state) {
    return switch (state) {
      case DocumentState.Opening(Path path, var _) -> DocumentOpener.nameOf(path);
      case DocumentState.Failed failed -> DocumentOpener.nameOf(failed.path());
      case DocumentState.Open _, DocumentState.Empty() -> "";
    };
  }

  RememberedWindow snapshot() {
    RememberedWindow snapshot =
        new RememberedWindow(
            Optional.of(window.place()),
            workspace.state.arrangement(),
            workspace.state.remembered(),
            Optional.empty());
    List<DocumentTab> all = window.documents();
    if (!all.contains(this)) {
      return snapshot;
    }
    if (windows.isRestoring(window)) {
      // The missing tabs of the window have remembered positions.
      return snapshot.inTab(window.number, window.position(this));
    }
    return all.size() > 1 ? snapshot.inTab(window.number, all.indexOf(this)) : snapshot;
  }

  /// Returns true if this tab shows the document, is opening it, or failed to open it.
  boolean shows(RememberedDocument wanted) {
    return workspace.state.document().filter(wanted::isSame).isPresent();
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
      context.jobs().later(workspace.firstFrame::markShown);
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
          if (windows.closing.isEnding()) {
            return;
          }
          show();
          // Nodes cannot get the focus before the window is shown.
          workspace.view.focusDocument();
        };
    PauseTransition patience = new PauseTransition(PATIENCE);
    patience.setOnFinished(_ -> action.run());
    patience.play();
    document.subscribe(
        () -> {
          if (patience.getStatus() == Animation.Status.RUNNING && !isOpening()) {
            patience.stop();
            // Deferred, so that the panes are updated first.
            context.jobs().later(action);
          }
        });
  }

  void close() {
    workspace.close();
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

  /// Selects this tab and brings its window to the front.
  void bringToFront() {
    window.select(this);
    window.bringToFront();
  }

  @Override
  public void bind(Commands commands, Workspace content) {
    Messages messages = content.context.messages();
    commands.bind(Command.NEW_WINDOW, windows::showNewWindow);
    commands.bind(Command.NEW_TAB, () -> window.selectLibrary());
    commands.bind(Command.NEXT_TAB, () -> window.step(1), windows.hasDocuments);
    commands.bind(Command.PREVIOUS_TAB, () -> window.step(-1), windows.hasDocuments);
    BooleanProperty never = new SimpleBooleanProperty();
    commands.bind(
        Command.TAB_TO_WINDOW, () -> windows.move(this), isLibrary ? never : windows.canMove);
    String move = messages.text(Command.TAB_TO_WINDOW.messageKey());
    String back = messages.text("command.tab-to-window.back");
    // Unlike a mapped value, a binding is only weakly referenced by the windows, which outlive it.
    commands.name(
        Command.TAB_TO_WINDOW,
        Bindings.createStringBinding(
            () -> windows.movesBack.get() ? back : move, windows.movesBack));
    commands.bind(
        Command.REOPEN_CLOSED, () -> windows.reopenClosed(window), windows.closing.canReopen);
    commands.bind(Command.CLOSE, () -> windows.closing.close(this));
    String close = isLibrary ? "command.close.window" : "command.close.tab";
    commands.name(Command.CLOSE, new ReadOnlyStringWrapper(messages.text(close)));
    commands.bindAlways(Command.QUIT, windows.closing::quit);
  }

  @Override
  public boolean isForDocuments() {
    return !isLibrary;
  }

  @Override
  public void open(RememberedDocument wanted) {
    windows.open(wanted, window);
  }

  @Override
  public void openSurveys(List<Path> results) {
    RememberedDocument first = RememberedDocument.of(results.getFirst());
    windows.addTab(first, window).workspace.opener.openSurveys(results);
  }

  @Override
  public void openInNewWindow(Path path) {
    windows.openInNewWindow(RememberedDocument.of(path));
  }

  @Override
  public OpenDocuments documents() {
    return windows.documents;
  }

  @Override
  public List<Path> openCheckpoints() {
    return windows.documents.checkpoints();
  }
}
