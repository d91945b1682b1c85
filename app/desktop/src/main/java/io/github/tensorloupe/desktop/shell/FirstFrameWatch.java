package io.github.tensorloupe.desktop.shell;

import module javafx.controls;

import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;

/// Notices when a window shows what it was opened for: its document, or the start page if none is
/// being opened. Belongs to the FX thread.
final class FirstFrameWatch implements Runnable {

  /// What was laid out in one frame is on the screen at the latest when the frame after the next
  /// one is laid out: each waits for the drawing of the one before.
  private static final int FRAMES_UNTIL_PAINTED = 2;

  private final Scene scene;
  private final Selection selection;
  private final Runnable onPainted;
  private int framesSinceShown;

  private FirstFrameWatch(Scene scene, Selection selection, Runnable onPainted) {
    this.scene = scene;
    this.selection = selection;
    this.onPainted = onPainted;
  }

  /// Does something once, as soon as the scene is painted, at the end of the layout of a frame.
  static void follow(Scene scene, Selection selection, Runnable onPainted) {
    scene.addPostLayoutPulseListener(new FirstFrameWatch(scene, selection, onPainted));
    Platform.requestNextPulse();
  }

  @Override
  public void run() {
    if (selection.documentProperty().get() instanceof DocumentState.Opening) {
      return;
    }
    if (framesSinceShown < FRAMES_UNTIL_PAINTED) {
      framesSinceShown++;
      Platform.requestNextPulse();
      return;
    }
    scene.removePostLayoutPulseListener(this);
    onPainted.run();
  }
}
