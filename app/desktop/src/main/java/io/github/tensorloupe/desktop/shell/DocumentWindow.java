package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.storage.session.RememberedDocument;
import io.github.tensorloupe.storage.session.RememberedWindow;
import io.github.tensorloupe.storage.session.WindowPlace;
import java.nio.file.Path;
import javafx.util.Duration;

/// A window on the desktop with what it shows. Belongs to the FX thread.
final class DocumentWindow {

  private static final Duration PAUSE = Duration.seconds(1);

  /// For longer than this nobody should wait for the sight of a window.
  private static final Duration PATIENCE = Duration.millis(250);

  private final Stage stage;
  private final Workbench workbench;
  private final ReadOnlyObjectProperty<DocumentState> document;
  private final Consumer<RememberedDocument> onClosed;
  private final PauseTransition pause = new PauseTransition(PAUSE);
  private RememberedWindow seen;

  /// @param onQuiet is called a moment after something has changed that may be remembered
  /// @param onClosed receives the document that was there before, when another one or none is shown
  DocumentWindow(
      Stage stage,
      Workbench workbench,
      WindowPlace place,
      Runnable onQuiet,
      Consumer<RememberedDocument> onClosed) {
    this.stage = stage;
    this.workbench = workbench;
    document = workbench.window().selection().documentProperty();
    this.onClosed = onClosed;
    seen = RememberedWindow.USUAL.at(Optional.of(place));
    pause.setOnFinished(
        _ -> {
          see();
          onQuiet.run();
        });
    // Whatever a person arranges, they do with the mouse or with keys.
    stage.addEventFilter(MouseEvent.MOUSE_RELEASED, _ -> pause.playFromStart());
    stage.addEventFilter(KeyEvent.KEY_RELEASED, _ -> pause.playFromStart());
    stage.xProperty().subscribe(pause::playFromStart);
    stage.yProperty().subscribe(pause::playFromStart);
    stage.widthProperty().subscribe(pause::playFromStart);
    stage.heightProperty().subscribe(pause::playFromStart);
    stage.maximizedProperty().subscribe(pause::playFromStart);
    stage.fullScreenProperty().subscribe(pause::playFromStart);
    stage.focusedProperty().subscribe(pause::playFromStart);
    document.subscribe(this::follow);
  }

  private void follow(DocumentState state) {
    Optional<RememberedDocument> before = seen.document();
    boolean isSame =
        switch (state) {
          case DocumentState.Open(var open) -> isAt(before, open.checkpoint().path());
          case DocumentState.Opening(Path path) -> isAt(before, path);
          case DocumentState.Empty(), DocumentState.Failed _ -> before.isEmpty();
        };
    if (!isSame) {
      seen = seen.withoutDocument();
      before.ifPresent(onClosed);
    }
    if (state instanceof DocumentState.Open(var open) && seen.document().isEmpty()) {
      seen = seen.with(RememberedDocument.of(open.checkpoint().path()));
    }
    pause.playFromStart();
  }

  private static boolean isAt(Optional<RememberedDocument> document, Path path) {
    return document
        .map(RememberedDocument::path)
        .equals(Optional.of(path.toAbsolutePath().normalize()));
  }

  RememberedWindow see() {
    seen =
        new RememberedWindow(Optional.of(place()), workbench.arrangement(), workbench.remembered());
    return seen;
  }

  /// While it fills the screen, it keeps the bounds that it will have again.
  private WindowPlace place() {
    WindowPlace before = seen.place().orElseThrow();
    boolean isFilling = stage.isMaximized() || stage.isFullScreen() || stage.isIconified();
    if (isFilling || !(stage.getWidth() > 0 && stage.getHeight() > 0)) {
      return before.with(stage.isMaximized(), stage.isFullScreen());
    }
    return new WindowPlace(
        stage.getX(), stage.getY(), stage.getWidth(), stage.getHeight(), false, false);
  }

  /// True if it shows this path, or is about to.
  boolean shows(Path path) {
    return isAt(workbench.remembered(), path);
  }

  boolean isEmpty() {
    return document.get() instanceof DocumentState.Empty;
  }

  boolean isOpening() {
    return document.get() instanceof DocumentState.Opening;
  }

  void show() {
    stage.show();
    stage.setFullScreen(seen.place().filter(WindowPlace::fullScreen).isPresent());
  }

  /// Shows it as soon as what is being opened in it is there, so that it need not be laid out
  /// twice; after a moment in any case.
  void showOnceOpened() {
    if (!isOpening()) {
      show();
      return;
    }
    Runnable action =
        () -> {
          show();
          // Before a window is shown nothing in it can have the keys.
          workbench.view().focusDocument();
        };
    PauseTransition patience = new PauseTransition(PATIENCE);
    patience.setOnFinished(_ -> action.run());
    patience.play();
    document.subscribe(
        () -> {
          if (patience.getStatus() == Animation.Status.RUNNING && !isOpening()) {
            patience.stop();
            // The panes hear of it first.
            workbench.window().jobs().later(action);
          }
        });
  }

  void bringToFront() {
    stage.setIconified(false);
    stage.toFront();
    stage.requestFocus();
  }

  void close() {
    pause.stop();
    pause.setOnFinished(null);
    workbench.close();
  }

  Stage stage() {
    return stage;
  }

  Workbench workbench() {
    return workbench;
  }
}
