package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.session.RememberedWindow;
import javafx.util.Duration;

/// Opens windows one at a time, so that the first ones can be used while others follow. Belongs to
/// the FX thread.
final class OpeningQueue {

  private record Opening(RememberedWindow window, Runnable action) {}

  /// Time to draw a window and to handle mouse and keyboard events.
  private static final Duration BETWEEN = Duration.millis(100);

  private final Queue<Opening> waiting = new ArrayDeque<>();
  private final PauseTransition pause = new PauseTransition(BETWEEN);
  private boolean stopped;

  OpeningQueue() {
    pause.setOnFinished(_ -> openNext());
  }

  /// Opens a window at once if no other was opened just before, otherwise as soon as it is first in
  /// the queue.
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
