package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.session.RememberedWindow;
import javafx.util.Duration;

/// Opens windows one after the other, so that those that are there can be seen and used while
/// others follow. Belongs to the FX thread.
final class OpeningQueue {

  private record Opening(RememberedWindow window, Runnable action) {}

  /// In this time a window is drawn, and hears of the mouse and the keys.
  private static final Duration BETWEEN = Duration.millis(100);

  private final Queue<Opening> waiting = new ArrayDeque<>();
  private final PauseTransition pause = new PauseTransition(BETWEEN);
  private boolean stopped;

  OpeningQueue() {
    pause.setOnFinished(_ -> openNext());
  }

  /// Opens a window: now, if none has been opened just before, else as soon as its turn comes.
  void add(RememberedWindow window, Runnable action) {
    waiting.add(new Opening(window, action));
    if (pause.getStatus() != PauseTransition.Status.RUNNING) {
      openNext();
    }
  }

  private void openNext() {
    if (!stopped && !waiting.isEmpty()) {
      // Before the action, which may add others.
      pause.playFromStart();
      waiting.remove().action().run();
    }
  }

  List<RememberedWindow> waiting() {
    return waiting.stream().map(Opening::window).toList();
  }

  /// Opens nothing more. What is not open yet goes on waiting, so that it can be remembered.
  void stop() {
    stopped = true;
    pause.stop();
  }
}
