package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.theme.Themes;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.layout.Pane;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.testfx.util.WaitForAsyncUtils;

/// Shows the view under test. All tests share one window, which stays open between them: JavaFX
/// discards the matched styles of a window when it is hidden or gets another scene, and matching
/// them again would take most of the time of a test.
public final class TestWindow {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static Scene scene;

  private static final int SCREEN_SIZE = 1000;

  /// On the headless platform, a window that was below another one receives keys and clicks again
  /// only after it was hidden.
  private static boolean wasCovered;

  private TestWindow() {}

  /// Shows a view in the light theme, in the shared window or in another one. The headless screen
  /// has 1000 × 1000 pixels and its origin at 0, 0.
  public static void show(Stage stage, Parent view, double width, double height) {
    if (scene == null) {
      Themes.loadFonts();
      scene = new Scene(new Content());
      Window.getWindows().subscribe(TestWindow::checkCovered);
    }
    boolean isOther = scene.getWindow() != null && scene.getWindow() != stage;
    Scene shown = isOther ? new Scene(new Content()) : scene;
    Themes.apply(Appearance.DEFAULT.withTheme(Theme.LIGHT), shown);
    ((Content) shown.getRoot()).getChildren().setAll(view);
    stage.setScene(shown);
    stage.setX(0);
    stage.setY(0);
    stage.setWidth(width);
    stage.setHeight(height);
    stage.show();
  }

  /// Removes the view and hides all other windows, and then closes their content, in the order of
  /// the program, so that hidden content is not laid out again. Must be called on the FX thread.
  public static void close(Runnable closing) {
    clear();
    closing.run();
  }

  /// Removes the view and hides all other windows. Must be called on the FX thread.
  static void clear() {
    if (scene != null && scene.getRoot() instanceof Content content) {
      content.getChildren().clear();
      scene.setOnKeyPressed(null);
      // Menus do not remove their accelerators.
      scene.getAccelerators().clear();
    } else {
      scene = null;
    }
    for (Window window : List.copyOf(Window.getWindows())) {
      boolean isShared = scene != null && window == scene.getWindow();
      // The headless platform cannot move a window that is larger than its screen.
      if (!isShared || wasCovered || window.getWidth() > SCREEN_SIZE) {
        window.hide();
      }
    }
    wasCovered = false;
  }

  private static void checkCovered() {
    wasCovered |=
        Window.getWindows().stream()
            .anyMatch(it -> it instanceof Stage && (scene == null || it != scene.getWindow()));
  }

  /// Gives its child the whole area, as a scene gives it to its root.
  private static final class Content extends Pane {

    @Override
    protected void layoutChildren() {
      getChildren().forEach(child -> child.resizeRelocate(0, 0, getWidth(), getHeight()));
    }
  }

  /// Waits for a condition that becomes true on the FX thread or in the background. Waits also for
  /// the end of the event in which it became true.
  ///
  /// @param what the condition, as shown in the message of a timeout
  public static void waitUntil(String what, BooleanSupplier condition) {
    long begin = System.nanoTime();
    do {
      Pulses.settle();
      if (condition.getAsBoolean()) {
        awaitEndOfEvent();
        return;
      }
    } while (System.nanoTime() - begin < PATIENCE.toNanos());
    throw new AssertionError("waited in vain until " + what);
  }

  /// Waits until an assertion holds, and fails with its message if it does not in time. Waits also
  /// for the end of the event that made it hold.
  public static void assertEventually(Runnable assertion) {
    long begin = System.nanoTime();
    while (true) {
      Pulses.settle();
      try {
        assertion.run();
        awaitEndOfEvent();
        return;
      } catch (AssertionError e) {
        if (System.nanoTime() - begin > PATIENCE.toNanos()) {
          throw e;
        }
      }
    }
  }

  /// Waits until the FX thread has handled its current event completely.
  private static void awaitEndOfEvent() {
    WaitForAsyncUtils.waitFor(WaitForAsyncUtils.asyncFx(() -> null));
  }

  /// Waits until an object is garbage collected.
  public static void waitUntilCollected(Reference<?> object) {
    waitUntil(
        "nothing holds it",
        () -> {
          System.gc();
          return object.refersTo(null);
        });
  }
}
