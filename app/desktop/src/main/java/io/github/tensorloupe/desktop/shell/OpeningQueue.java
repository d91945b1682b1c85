package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.session.RememberedWindow;
import javafx.util.Duration;

/// Opens documents one at a time, so that the first ones can be used while others follow. Belongs
/// to the FX thread.
final class OpeningQueue {

  private record Opening(RememberedWindow window, Runnable action) {}

  /// Time to draw a window and to handle mouse and keyboard events.
  private static final Duration BETWEEN = Duration.millis(100);

  /// After this time, the documents of the session are assumed not to crash the program.
  private static final Duration SAFE = Duration.seconds(3);

  private final Windows windows;
  private final Queue<Opening> waiting = new ArrayDeque<>();
  private final PauseTransition pause = new PauseTransition(BETWEEN);
  private boolean stopped;

  OpeningQueue(Windows windows) {
    this.windows = windows;
    pause.setOnFinished(_ -> openNext());
  }

  /// Opens the documents of a session, the front one first, because the user waits for it.
  void restore(Stage stage, List<RememberedWindow> remembered) {
    RememberedWindow front = remembered.getLast();
    add(front, () -> windows.showFirst(stage, front, remembered.size()));
    for (RememberedWindow each : remembered.subList(0, remembered.size() - 1)) {
      add(each, () -> windows.showBehind(each));
    }
    PauseTransition safe = new PauseTransition(SAFE);
    safe.setOnFinished(
        _ -> {
          if (waiting.isEmpty() && windows.tabs().stream().noneMatch(DocumentTab::isOpening)) {
            windows.noteRestored();
          } else {
            safe.playFromStart();
          }
        });
    safe.play();
  }

  /// Opens a document at once if no other was opened just before, otherwise as soon as it is first
  /// in the queue.
  void add(RememberedWindow window, Runnable action) {
    waiting.add(new Opening(window, action));
    if (pause.getStatus() != PauseTransition.Status.RUNNING) {
      openNext();
    }
  }

  private void openNext() {
    if (!stopped && !waiting.isEmpty()) {
      // Started before the action, which may add more windows.
      pause.playFromStart();
      waiting.remove().action().run();
    }
  }

  List<RememberedWindow> waiting() {
    return waiting.stream().map(Opening::window).toList();
  }

  /// Stops opening windows. The remaining ones stay in the queue, so that they can be remembered.
  void stop() {
    stopped = true;
    pause.stop();
  }
}
