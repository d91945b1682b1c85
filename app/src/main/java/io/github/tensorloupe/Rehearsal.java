package io.github.tensorloupe;

import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.cli.Surroundings;
import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.instance.Handover;
import io.github.tensorloupe.instance.Instance;
import io.github.tensorloupe.instance.InstancePlace;
import io.github.tensorloupe.prefs.Folders;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javafx.application.Application;

/// Walks through what a person does in the first minute, without a display: the usual commands, a
/// window on a file, each of its panes, both themes, the start page.
///
/// The build of the installed program runs this once while the virtual machine notes which classes
/// that takes (JEP 514), so that they need not be read, checked and linked at every start. The
/// process ends by itself: 0 if all steps were taken, 1 if one failed, 2 for wrong usage.
public final class Rehearsal {

  static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;
  private static final long LONGEST_SECONDS = 300;

  private Rehearsal() {}

  /// @param arguments one empty folder that the process may write to, and that is its home
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      fail(WRONG_USAGE, "Name one empty folder.");
    }
    Path folder = Path.of(arguments[0]).toAbsolutePath().normalize();
    if (!isEmpty(folder)) {
      fail(WRONG_USAGE, folder + " is no empty folder.");
    }
    if (!Folders.ofThisProcess().areAllWithin(folder)) {
      fail(
          WRONG_USAGE,
          "What a person keeps would be changed: set HOME, and XDG_CONFIG_HOME, XDG_CACHE_HOME and"
              + (" XDG_STATE_HOME if there are any, to folders in %s.".formatted(folder)));
    }
    Thread.ofPlatform().daemon().name("tensorloupe-limit").start(Rehearsal::limit);
    DemoCheckpoints.write(folder.resolve("demo"));
    Path checkpoint = largest(folder.resolve("demo"));
    launch(folder);
    runCommands(checkpoint);
    OffscreenWindow.useHeadlessPlatform();
    Application.launch(RehearsedApp.class, checkpoint.toString());
    System.exit(0);
  }

  private static boolean isEmpty(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private static void limit() {
    try {
      Thread.sleep(Duration.ofSeconds(LONGEST_SECONDS));
      System.err.println("The rehearsal did not end within " + LONGEST_SECONDS + " s.");
    } catch (InterruptedException e) {
      System.err.println("The rehearsal was interrupted.");
    }
    Runtime.getRuntime().halt(FAILED);
  }

  /// The demo checkpoint with the most bytes, as a lone file.
  private static Path largest(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".safetensors"))
          .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
          .orElseThrow();
    }
  }

  /// Starts as the program does, and hands over to itself as a second launch does.
  private static void launch(Path folder) throws IOException {
    Launcher.run("--version");
    Path runtime = Files.createDirectories(folder.resolve("run"));
    InstancePlace place =
        InstancePlace.of(Map.of("XDG_RUNTIME_DIR", runtime.toString()), System.getProperties())
            .orElseThrow();
    // Where the name of the folder is too long for a socket, the program is alone.
    if (Instance.launch(place, List.of()) instanceof Instance.Launch.First(Instance instance)) {
      try (instance) {
        instance.onHandover(Handover::take);
        Instance.launch(place, List.of(folder));
      }
    }
  }

  private static void runCommands(Path checkpoint) {
    String path = checkpoint.toString();
    for (List<String> arguments :
        List.of(
            List.of("--help"),
            List.of("--version"),
            List.of("check", path),
            List.of("check", "--json", path),
            List.of("check", "--values", path),
            List.of("info", path),
            List.of("info", "--json", path),
            List.of("stats", path),
            List.of("hash", path),
            List.of("verify", path),
            List.of("metadata", "show", path),
            List.of("metadata", "set", "--dry-run", "--entry", "title=a", path),
            List.of("check", checkpoint.getParent().toString()))) {
      int exitCode =
          new CommandLineInterface(silent(), new OffscreenWindow())
              .run(arguments.toArray(String[]::new));
      if (exitCode > 1) {
        fail(FAILED, "The command " + arguments + " ended with " + exitCode + ".");
      }
    }
  }

  private static Surroundings silent() {
    return new Surroundings(
        Path.of(""), OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false);
  }

  static void fail(int exitCode, String sentence) {
    System.err.println(sentence);
    // Nothing is to be noted of a run that went wrong.
    Runtime.getRuntime().halt(exitCode);
  }
}
