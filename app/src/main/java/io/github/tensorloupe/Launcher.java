package io.github.tensorloupe;

import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.cli.Surroundings;
import io.github.tensorloupe.prefs.Folders;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// The entry point: runs a subcommand, opens the window, or draws it where there is no display.
///
/// Names no JavaFX type, and neither do the classes that it makes itself, so that subcommands run
/// where JavaFX is not even there.
public final class Launcher {

  private static final int FAILED = 2;

  private Launcher() {}

  /// Runs the program and ends the process: 0 if all went well, 1 for findings, 2 for a failure.
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  private static int run(String[] arguments) {
    // The class behind the lambda needs JavaFX; it is loaded only if a picture is drawn.
    CommandLineInterface commands =
        new CommandLineInterface(
            Surroundings.ofProcess(), request -> new OffscreenWindow().draw(request));
    if (CommandLineInterface.handles(arguments)) {
      return commands.run(arguments);
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    if (List.of(arguments).contains("")) {
      // Java would take it for the working directory.
      err.println("An empty text names no file and no folder.");
      return FAILED;
    }
    return hasDisplay(System.getProperty("os.name", ""), System.getenv())
        ? openWindow(arguments, err)
        : new WindowPicture(Folders.ofThisProcess(), out, err).draw(arguments);
  }

  private static int openWindow(String[] paths, PrintStream err) {
    try {
      App.run(paths);
      return 0;
    } catch (RuntimeException | LinkageError e) {
      err.println(
          DesktopLibraries.missing(e)
              .orElse(
                  "The window cannot be opened: %s. Without DISPLAY and WAYLAND_DISPLAY it is drawn into a picture."
                      .formatted(e.getMessage())));
      return FAILED;
    }
  }

  /// Whether a window can be shown: on X11 and Wayland systems the environment names the display,
  /// on others there always is one.
  static boolean hasDisplay(String operatingSystem, Map<String, String> environment) {
    boolean always = operatingSystem.startsWith("Windows") || operatingSystem.startsWith("Mac");
    return always
        || !environment.getOrDefault("DISPLAY", "").isEmpty()
        || !environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
  }
}
