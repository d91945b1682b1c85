package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.storage.Appearance;
import io.github.tensorloupe.storage.Theme;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.stage.Stage;
import javafx.stage.Window;

/// Shows what a test looks at.
public final class TestWindow {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private TestWindow() {}

  /// Shows a view in the light theme, at a place and size that every test sets anew, because all of
  /// them share one stage. The headless screen has 1000 × 1000 pixels and its origin at 0, 0.
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

  /// Takes all windows away and closes what was in them then, in the order of the program: nothing
  /// is laid out any more that nobody sees. For the FX thread.
  public static void close(Runnable closing) {
    List.copyOf(Window.getWindows()).forEach(Window::hide);
    closing.run();
  }

  /// Waits for something that comes about beside the FX thread or on it.
  ///
  /// @param what is waited for, for the message where it does not come
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

  /// Waits until nothing holds an object any more but what refers to it weakly.
  public static void waitUntilLetGo(Reference<?> object) {
    waitUntil(
        "nothing holds it",
        () -> {
          System.gc();
          return object.refersTo(null);
        });
  }
}
