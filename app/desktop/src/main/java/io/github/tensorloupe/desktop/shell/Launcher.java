package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.cli.CommandEnvironment;
import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.cli.Screenshot;
import io.github.tensorloupe.cli.ScreenshotRequest;
import io.github.tensorloupe.desktop.instance.Instance;
import io.github.tensorloupe.desktop.instance.Instance.Launch;
import io.github.tensorloupe.desktop.instance.InstancePlace;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.storage.Folders;

/// The entry point: runs a subcommand, opens the window, or draws it into a picture if there is no
/// display.
///
/// References no JavaFX type, and neither do the classes that it creates itself, so that
/// subcommands run without JavaFX on the module path.
public final class Launcher {

  private static final int FAILED = 2;

  private Launcher() {}

  /// Runs the program and exits with 0 on success, 1 for findings, 2 for a failure.
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    // JavaFX is loaded only if a screenshot is drawn.
    ToIntFunction<String[]> commands =
        line ->
            new CommandLineInterface(CommandEnvironment.ofProcess(), new WindowScreenshot())
                .run(line);
    if (CommandLineInterface.handles(arguments)) {
      return commands.applyAsInt(arguments);
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    if (List.of(arguments).contains("")) {
      // Java would resolve it to the working directory.
      err.println("An empty text is not a path.");
      return FAILED;
    }
    Optional<String> impossible = impossibleName(System.getProperty("sun.jnu.encoding"), arguments);
    if (impossible.isPresent()) {
      err.println(impossible.get());
      return FAILED;
    }
    boolean alone = arguments.length > 0 && arguments[0].equals(CommandLineInterface.NEW_PROCESS);
    String[] paths = alone ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments;
    boolean compares = paths.length > 0 && paths[0].equals(CommandLineInterface.COMPARE);
    if (compares && paths.length != 3) {
      err.println(CommandLineInterface.COMPARE + " is followed by two paths, the base first.");
      return FAILED;
    }
    if (!hasDisplay(System.getProperty("os.name", ""), System.getenv())) {
      return new WindowPicture(Folders.ofThisProcess(), commands, out, err).draw(paths);
    }
    return switch (alone ? new Launch.Alone() : launch(paths)) {
      // The program is already running and opens the paths.
      case Launch.HandedOver() -> 0;
      case Launch.Alone() -> openWindow(Optional.empty(), paths, err);
      case Launch.First(Instance instance) -> {
        try (instance) {
          yield openWindow(Optional.of(instance), paths, err);
        } catch (IOException e) {
          // The windows are closed, and the next start removes the remaining socket.
          yield 0;
        }
      }
    };
  }

  private static Launch launch(String[] arguments) {
    if (Arrays.stream(arguments).anyMatch(RemoteAccess::looksLikeAddress)) {
      // Only local paths can be handed over to another process.
      return new Launch.Alone();
    }
    List<Path> paths =
        Arrays.stream(arguments)
            .map(Path::of)
            .map(path -> isCompare(path) ? path : path.toAbsolutePath())
            .toList();
    return InstancePlace.of(System.getenv(), System.getProperties())
        .map(place -> Instance.launch(place, paths))
        .orElseGet(Launch.Alone::new);
  }

  private static boolean isCompare(Path word) {
    return word.toString().equals(CommandLineInterface.COMPARE);
  }

  /// Returns an error message for the first argument that cannot be a file name in this encoding,
  /// or empty if all are possible.
  static Optional<String> impossibleName(String encoding, String... paths) {
    for (String path : paths) {
      if (RemoteAccess.looksLikeAddress(path)) {
        continue;
      }
      if (CommandLineInterface.isUndecoded(path)) {
        return Optional.of(
            "The name %s contains bytes that are not UTF-8. Open its folder instead."
                .formatted(PathText.of(path)));
      }
      try {
        Path _ = Path.of(path);
      } catch (InvalidPathException e) {
        String sentence =
            "No file can have the name %s: %s.".formatted(PathText.of(path), e.getReason());
        if (encoding == null || !encoding.startsWith("UTF")) {
          sentence +=
              " The locale spells file names in %s; LC_ALL=C.UTF-8 spells all of them."
                  .formatted(encoding);
        }
        return Optional.of(sentence);
      }
    }
    return Optional.empty();
  }

  private static int openWindow(Optional<Instance> instance, String[] paths, PrintStream err) {
    try {
      App.run(instance, paths);
      return 0;
    } catch (RuntimeException | LinkageError e) {
      err.println(
          DesktopLibraries.missing(e)
              .orElse(
                  "The window cannot be opened: %s. Without DISPLAY and WAYLAND_DISPLAY it is drawn into a picture."
                      .formatted(reasonOf(e))));
      return FAILED;
    }
  }

  /// Finds the root cause: the outer exceptions of JavaFX only name the failed startup step.
  static String reasonOf(Throwable failure) {
    Throwable reason = chain(failure).getLast();
    boolean isWhole = reason == failure && failure.getMessage() != null;
    return isWhole ? failure.getMessage() : reason.toString();
  }

  private static List<Throwable> chain(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    return Stream.iterate(failure, cause -> cause != null && seen.add(cause), Throwable::getCause)
        .toList();
  }

  /// Returns true if a window can be shown. On X11 and Wayland systems, the environment names the
  /// display; other systems always have one.
  static boolean hasDisplay(String operatingSystem, Map<String, String> environment) {
    boolean always = operatingSystem.startsWith("Windows") || operatingSystem.startsWith("Mac");
    return always
        || !environment.getOrDefault("DISPLAY", "").isEmpty()
        || !environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
  }

  /// Screenshots of the window for the command line. JavaFX is loaded only once a screenshot or the
  /// names of the panes are requested.
  public static final class WindowScreenshot implements Screenshot {

    @Override
    public List<String> panes() {
      return new OffscreenWindow().panes();
    }

    @Override
    public void draw(ScreenshotRequest request) throws IOException {
      new OffscreenWindow().draw(request);
    }
  }

  /// Detects which operating system libraries are missing from the way JavaFX fails.
  ///
  /// JavaFX does not include pango, freetype and fonts. If they are missing, it fails far from the
  /// cause: with a link error, an uninitialized class or a null.
  static final class DesktopLibraries {

    private static final String TEXT =
        "JavaFX cannot draw text on this machine: pango, freetype or a font is missing. On Debian"
            + " and Ubuntu this line installs them: apt-get install --no-install-recommends"
            + " libpango-1.0-0 libpangoft2-1.0-0";

    private static final String WINDOW =
        "JavaFX cannot open a window: no display answers at DISPLAY, or GTK 3 is missing. On Debian"
            + " and Ubuntu this line installs it: apt-get install --no-install-recommends"
            + " libgtk-3-0";

    private DesktopLibraries() {}

    /// Returns an error message, or empty if the failure has another cause.
    public static Optional<String> missing(Throwable failure) {
      return chain(failure).stream().flatMap(cause -> sentence(cause).stream()).findFirst();
    }

    private static Optional<String> sentence(Throwable failure) {
      return switch (failure) {
        case LinkageError _, NullPointerException _ when isAboutText(failure) -> Optional.of(TEXT);
        case LinkageError e when mentions(e, "glassgtk") -> Optional.of(WINDOW);
        case UnsupportedOperationException e when mentions(e, "DISPLAY") -> Optional.of(WINDOW);
        default -> Optional.empty();
      };
    }

    private static boolean isAboutText(Throwable failure) {
      return mentions(failure, "javafx_font")
          || mentions(failure, "com.sun.javafx.font")
          || Arrays.stream(failure.getStackTrace())
              .anyMatch(frame -> frame.getClassName().startsWith("com.sun.javafx.font."));
    }

    private static boolean mentions(Throwable failure, String word) {
      return failure.getMessage() != null && failure.getMessage().contains(word);
    }
  }
}
