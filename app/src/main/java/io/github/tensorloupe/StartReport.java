package io.github.tensorloupe;

import io.github.tensorloupe.ui.selection.DocumentState;
import io.github.tensorloupe.ui.selection.Selection;
import java.io.PrintStream;
import javafx.application.Platform;
import javafx.scene.Scene;

/// Says when a window shows what it was opened for, for whoever measures the start of the program.
///
/// Asked for with the system property `tensorloupe.start.report`. Belongs to the FX thread.
final class StartReport implements Runnable {

  /// What is printed, on a line of its own.
  static final String PAINTED = "painted";

  /// What was laid out in one frame is on the screen at the latest when the frame after the next
  /// one is laid out: each waits for the drawing of the one before.
  private static final int FRAMES_UNTIL_PAINTED = 2;

  private final Scene scene;
  private final Selection selection;
  private final PrintStream out;
  private int framesSinceShown;

  private StartReport(Scene scene, Selection selection, PrintStream out) {
    this.scene = scene;
    this.selection = selection;
    this.out = out;
  }

  /// Prints one line once the scene is painted with its document, or with the start page if none is
  /// being opened, if that was asked for.
  static void follow(Scene scene, Selection selection) {
    if (Boolean.getBoolean("tensorloupe.start.report")) {
      start(scene, selection, System.out);
    }
  }

  /// Prints one line once the scene is painted.
  static void start(Scene scene, Selection selection, PrintStream out) {
    scene.addPostLayoutPulseListener(new StartReport(scene, selection, out));
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
    out.println(PAINTED);
    out.flush();
  }
}
