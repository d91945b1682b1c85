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
import javafx.stage.Stage;
import javafx.stage.Window;

/// Shows the view under test.
public final class TestWindow {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private TestWindow() {}

  /// Shows a view in the light theme. Every test sets position and size, because all tests share
  /// one stage. The headless screen has 1000 × 1000 pixels and its origin at 0, 0.
  public static void show(Stage stage, Parent view, double width, double height) {
    Themes.loadFonts();
    Scene scene = new Scene(view, width, height);
    Themes.apply(Appearance.DEFAULT.withTheme(Theme.LIGHT), scene);
    stage.setScene(scene);
    stage.setX(0);
    stage.setY(0);
    stage.setWidth(width);
    stage.setHeight(height);
    stage.show();
  }

  /// Hides all windows and then closes their content, in the order of the program, so that hidden
  /// content is not laid out again. Must be called on the FX thread.
  public static void close(Runnable closing) {
    List.copyOf(Window.getWindows()).forEach(Window::hide);
    closing.run();
  }

  /// Waits for a condition that becomes true on the FX thread or in the background.
  ///
  /// @param what the condition, as shown in the message of a timeout
  public static void waitUntil(String what, BooleanSupplier condition) {
    long begin = System.nanoTime();
    do {
      Pulses.settle();
      if (condition.getAsBoolean()) {
        return;
      }
    } while (System.nanoTime() - begin < PATIENCE.toNanos());
    throw new AssertionError("waited in vain until " + what);
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
