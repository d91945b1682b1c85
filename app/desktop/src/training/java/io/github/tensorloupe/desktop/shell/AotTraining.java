package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.cli.CommandEnvironment;
import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.instance.Handover;
import io.github.tensorloupe.desktop.instance.Instance;
import io.github.tensorloupe.desktop.instance.InstancePlace;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.RememberedWindow;
import io.github.tensorloupe.desktop.session.Session;
import io.github.tensorloupe.desktop.session.SessionFile;
import io.github.tensorloupe.desktop.session.WindowPlace;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.SettingsFile;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.work.Cancellation;
import java.nio.file.Path;
import javafx.util.Duration;

/// Training run for the AOT cache (JEP 514) of the program. It runs either the common commands, or
/// a window that shows a file in each of its panes, in both themes, and the start page. Needs no
/// display.
///
/// The build runs it once for each of the two caches while the virtual machine records the loaded
/// classes, so that later starts need not read, verify and link them. Every start loads all
/// recorded classes, needed or not; commands need a fifth of the classes of the window and
/// therefore have their own cache. The process exits with 0 if all steps succeeded.
///
/// Part of the build, but compiled into the module of the window: a cache is valid only for the
/// main module of its training run.
public final class AotTraining {

  private static final int FAILED = 1;
  private static final String COMMANDS = "commands";

  /// Folders of the JavaFX packages that show a window on a screen.
  private static final List<String> WINDOW_SYSTEMS =
      List.of(
          "com/sun/glass/ui/gtk",
          "com/sun/glass/ui/mac",
          "com/sun/glass/ui/win",
          "com/sun/prism/d3d",
          "com/sun/prism/es2",
          "com/sun/prism/mtl",
          "com/sun/prism/ps",
          "com/sun/prism/impl/ps");

  private AotTraining() {}

  /// @param arguments `commands` or `window`, and an empty folder that is the home folder of this
  ///   process
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]).toAbsolutePath().normalize();
    if (!Folders.ofThisProcess().areAllWithin(folder)) {
      fail("HOME, XDG_CONFIG_HOME, XDG_CACHE_HOME and XDG_STATE_HOME must be within " + folder);
    }
    Path demo = folder.resolve("demo");
    DemoCheckpoints.write(demo, Cancellation.NEVER);
    Path checkpoint =
        DemoCheckpoints.Sample.HEALTHY.in(demo).resolve("model-00001-of-00003.safetensors");
    if (arguments[0].equals(COMMANDS)) {
      runCommands(checkpoint);
    } else {
      launch(folder);
      storeSession(checkpoint);
      loadWindowSystems();
      OffscreenWindow.useHeadlessPlatform();
      Application.launch(AotTrainingApp.class, checkpoint.toString());
    }
    System.exit(0);
  }

  private static void launch(Path folder) throws IOException {
    Path runtime = Files.createDirectories(folder.resolve("run"));
    InstancePlace place =
        InstancePlace.of(Map.of("XDG_RUNTIME_DIR", runtime.toString()), System.getProperties())
            .orElseThrow();
    // No handover if the path is too long for a socket: this is then the only instance.
    if (Instance.launch(place, List.of()) instanceof Instance.Launch.First(Instance instance)) {
      try (instance) {
        instance.onHandover(Handover::accept);
        Instance.launch(place, List.of(folder));
      }
    }
  }

  private static void runCommands(Path checkpoint) {
    Launcher.run("--version");
    CommandEnvironment silent =
        new CommandEnvironment(
            Path.of(""), OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false);
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
            List.of("metadata", "set", "--strategy", "rewrite", "--entry", "title=long", path),
            List.of("metadata", "set", "--strategy", "in-place", "--entry", "title=a", path),
            List.of("check", checkpoint.getParent().toString()),
            List.of("library", checkpoint.getParent().toString()),
            // Reads the cache of the first run.
            List.of("library", checkpoint.getParent().toString()))) {
      int exitCode =
          new CommandLineInterface(silent, new Launcher.WindowScreenshot())
              .run(arguments.toArray(String[]::new));
      if (exitCode > 1) {
        fail("The command " + arguments + " ended with " + exitCode + ".");
      }
    }
  }

  /// Stores settings and a session, because most starts are not the first one.
  private static void storeSession(Path checkpoint) throws IOException {
    RememberedWindow window =
        RememberedWindow.DEFAULT
            .at(Optional.of(new WindowPlace(40, 40, 1280, 800, false, false)))
            .with(RememberedDocument.of(checkpoint));
    new SettingsFile(Folders.ofThisProcess()).store(Settings.DEFAULT);
    try (SessionFile file = new SessionFile(Folders.ofThisProcess())) {
      file.store(new Session(window.withoutDocument(), List.of(window), List.of(), 0));
    }
  }

  /// Loads the classes that draw on a screen, which a headless run does not load. Other systems
  /// have other packages.
  private static void loadWindowSystems() throws IOException {
    Path module =
        FileSystems.getFileSystem(URI.create("jrt:/"))
            .getPath("modules", Application.class.getModule().getName());
    for (String name : WINDOW_SYSTEMS) {
      Path folder = module.resolve(name);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.list(folder)) {
          files.map(file -> module.relativize(file).toString()).forEach(AotTraining::load);
        }
      }
    }
  }

  /// Loads the class without initializing it: its initializer may need a screen.
  private static void load(String file) {
    if (!file.endsWith(".class")) {
      return;
    }
    String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
    try {
      Class.forName(name, false, AotTraining.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      fail("The class " + name + " cannot be read: " + e);
    }
  }

  private static void fail(String message) {
    System.err.println(message);
    Runtime.getRuntime().halt(FAILED);
  }

  /// The application in a training run: the regular window, switched to every pane and then closed.
  public static final class AotTrainingApp extends App {

    /// Time to lay out and draw the changes of a step.
    private static final Duration BETWEEN_STEPS = Duration.millis(50);

    /// All commands that show something and need no input.
    private static final List<Command> SHOWN =
        Stream.concat(
                Panes.ALL.stream().map(PaneDescriptor::command),
                Stream.of(
                    Command.EXPAND_ALL,
                    Command.FIND_BYTES,
                    Command.SHOW_BYTES,
                    Command.SCAN_VALUES,
                    Command.THEME_DARK,
                    Command.SHOW_OVERVIEW,
                    Command.FILTER,
                    Command.THEME_LIGHT,
                    Command.COLLAPSE_ALL,
                    Command.GO_BACK))
            .toList();

    private final Queue<Runnable> steps = new ArrayDeque<>();

    @Override
    public void start(Stage stage) {
      Thread.currentThread()
          .setUncaughtExceptionHandler(
              (_, failure) -> {
                failure.printStackTrace();
                fail("A step of the AOT training run failed.");
              });
      super.start(stage);
      Workspace workspace = firstWorkspace();
      Selection selection = workspace.context.selection();
      addSteps(workspace, SHOWN);
      steps.add(
          () ->
              selection.select(
                  selection.openDocument().orElseThrow().checkpoint().tensors().getFirst()));
      addSteps(workspace, SHOWN);
      addSteps(
          workspace,
          List.of(
              Command.NEW_WINDOW,
              Command.OPEN_DEMO,
              Command.EXPAND_ALL,
              Command.CLOSE,
              Command.QUIT));
      runSteps(workspace);
    }

    private void addSteps(Workspace workspace, List<Command> commands) {
      commands.forEach(command -> steps.add(() -> workspace.context.commands().run(command)));
    }

    private void runSteps(Workspace workspace) {
      PauseTransition pause = new PauseTransition(BETWEEN_STEPS);
      pause.setOnFinished(
          _ ->
              workspace
                  .context
                  .jobs()
                  .whenIdle(
                      () -> {
                        steps.remove().run();
                        if (!steps.isEmpty()) {
                          pause.play();
                        }
                      }));
      pause.play();
    }
  }
}
