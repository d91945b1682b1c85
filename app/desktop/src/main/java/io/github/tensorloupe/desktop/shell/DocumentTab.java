package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.RememberedWindow;
import io.github.tensorloupe.desktop.session.WindowPlace;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;
import javafx.util.Duration;

/// A document in a window: in one of its tabs, or in all of it. Belongs to the FX thread.
final class DocumentTab {

  private static final int TAB_CHARACTERS = 40;
  private static final Duration PAUSE = Duration.seconds(1);

  /// Maximum delay before the window is shown.
  private static final Duration PATIENCE = Duration.millis(250);

  final Workbench workbench;
  private final ReadOnlyObjectProperty<DocumentState> document;
  private final Consumer<RememberedDocument> onClosed;
  private final PauseTransition pause = new PauseTransition(PAUSE);

  /// The window title while the document is shown.
  final StringBinding title;

  private AppWindow window;
  private RememberedWindow lastSnapshot;

  /// @param window the window that the document will be added to
  /// @param filling creates the workbench of this document
  /// @param onQuiet called a moment after a change that may be remembered
  /// @param onClosed receives the previous document when another document or none is shown
  DocumentTab(
      AppWindow home,
      Function<DocumentTab, Workbench> filling,
      WindowPlace place,
      Runnable onQuiet,
      Consumer<RememberedDocument> onClosed) {
    this.window = home;
    workbench = filling.apply(this);
    title =
        Bindings.createStringBinding(
            this::makeTitle,
            workbench.window.selection().documentProperty(),
            workbench.window.edits().changedProperty());
    document = workbench.window.selection().documentProperty();
    this.onClosed = onClosed;
    lastSnapshot = RememberedWindow.DEFAULT.at(Optional.of(place));
    pause.setOnFinished(
        _ -> {
          snapshot();
          onQuiet.run();
        });
    document.subscribe(this::follow);
    workbench.view.panes.setToFront(this::bringToFront);
  }

  private String makeTitle() {
    Messages messages = workbench.window.messages();
    return switch (document.get()) {
      case DocumentState.Open(var open) -> {
        boolean edited = workbench.window.edits().changedProperty().get();
        String key = edited ? "window.title.edited" : "window.title.document";
        yield messages.text(key, open.title());
      }
      case DocumentState.Empty _, DocumentState.Opening _, DocumentState.Failed _ ->
          messages.text("window.title");
    };
  }

  /// Returns the name of the document for its tab, marked while it has unsaved changes.
  ObservableValue<String> tabText() {
    return title.map(
        _ ->
            switch (document.get()) {
              case DocumentState.Open(var open) ->
                  (workbench.window.edits().changedProperty().get() ? "• " : "")
                      + open.tabTitle(TAB_CHARACTERS);
              case DocumentState.Opening(Path path, var _) ->
                  DisplayText.of(String.valueOf(path.getFileName()), TAB_CHARACTERS);
              case DocumentState.Empty(), DocumentState.Failed _ ->
                  workbench.window.messages().text("document-tab.empty");
            });
  }

  /// Called when something has changed that may be remembered.
  void noteChange() {
    pause.playFromStart();
  }

  private void follow(DocumentState state) {
    Optional<RememberedDocument> before = lastSnapshot.document();
    boolean isSame =
        switch (state) {
          case DocumentState.Open _, DocumentState.Opening _ ->
              before.filter(it -> state.remembered().filter(it::isSame).isPresent()).isPresent();
          case DocumentState.Empty(), DocumentState.Failed _ -> before.isEmpty();
        };
    if (!isSame) {
      lastSnapshot = lastSnapshot.withoutDocument();
      before.ifPresent(onClosed);
    }
    if (state instanceof DocumentState.Open(var open) && lastSnapshot.document().isEmpty()) {
      lastSnapshot = lastSnapshot.with(open.remembered());
    }
    pause.playFromStart();
  }

  RememberedWindow snapshot() {
    RememberedWindow alone =
        new RememberedWindow(
            Optional.of(place()),
            workbench.arrangement(),
            workbench.remembered(),
            Optional.empty());
    int position = window.documents().indexOf(this);
    lastSnapshot = window.hasTabs() ? alone.inTab(window.number, position) : alone;
    return lastSnapshot;
  }

  /// Returns the previous bounds while the window is maximized, full-screen or minimized.
  private WindowPlace place() {
    Stage stage = stage();
    WindowPlace before = lastSnapshot.place().orElseThrow();
    boolean isFilling = stage.isMaximized() || stage.isFullScreen() || stage.isIconified();
    if (isFilling || !(stage.getWidth() > 0 && stage.getHeight() > 0)) {
      return before.with(stage.isMaximized(), stage.isFullScreen());
    }
    return new WindowPlace(
        stage.getX(), stage.getY(), stage.getWidth(), stage.getHeight(), false, false);
  }

  /// Returns true if this window shows the document or is opening it.
  boolean shows(RememberedDocument document) {
    return workbench.remembered().filter(document::isSame).isPresent();
  }

  boolean isEmpty() {
    return document.get() instanceof DocumentState.Empty;
  }

  boolean isOpening() {
    return document.get() instanceof DocumentState.Opening;
  }

  void show() {
    stage().show();
    if (isOpening()) {
      // Until the document is open, the window shows the progress and can stop it.
      workbench.window.jobs().later(workbench.window.firstFrame()::markShown);
    }
    stage().setFullScreen(lastSnapshot.place().filter(WindowPlace::fullScreen).isPresent());
  }

  /// Shows the document in front. If several windows are opened, they are shown at once.
  ///
  /// @param count number of windows that are opened
  void showFirst(int count) {
    if (count == 1) {
      showOnceOpened();
    } else {
      show();
      bringToFront();
    }
  }

  /// Shows the window as soon as its document is open, so that it is not laid out twice, but at the
  /// latest after [#PATIENCE].
  private void showOnceOpened() {
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

  void bringToFront() {
    window.select(this);
    stage().setIconified(false);
    stage().toFront();
    stage().requestFocus();
  }

  void close() {
    pause.stop();
    pause.setOnFinished(null);
    workbench.close();
  }

  Stage stage() {
    return window.stage;
  }

  AppWindow window() {
    return window;
  }

  /// Moves the document into another window.
  ///
  /// @param place the bounds of the other window
  void moveTo(AppWindow other, WindowPlace place) {
    window.remove(this);
    window = other;
    lastSnapshot = lastSnapshot.at(Optional.of(place));
    other.add(this, AppWindow.LAST);
  }
}
