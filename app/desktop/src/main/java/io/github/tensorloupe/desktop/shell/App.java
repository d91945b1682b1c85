package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.instance.Handover;
import io.github.tensorloupe.desktop.instance.Instance;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.ForegroundWatch;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Watch;
import io.github.tensorloupe.desktop.job.Writing;
import io.github.tensorloupe.desktop.log.ProgramLog;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.HeatMapBudget;
import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarkFile;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.session.SessionFile;
import io.github.tensorloupe.desktop.session.StartupPlan;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.desktop.storage.SettingsFile;
import io.github.tensorloupe.desktop.storage.StoredScans;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.text.Language;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.text.SystemFacts;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.remote.RemoteSettings;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;
import java.time.Duration;

/// The JavaFX application. Opens a window for each path argument, or restores the windows of the
/// last session, or opens one window with the start page.
public class App extends Application {

  /// The objects created before JavaFX starts.
  ///
  /// @param instance receives the paths of later launches; empty if handover is not possible
  /// @param reader may already be reading the first path
  private record LaunchState(
      Optional<Instance> instance, SettingsFile settings, LoadedDocument.Reader reader) {
    LaunchState(Optional<Instance> instance, String... paths) {
      SettingsFile file = new SettingsFile(Folders.ofThisProcess());
      file.startLoading();
      LoadedDocument.Reader reader =
          paths.length == 0
                  || paths[0].equals(CommandLineInterface.COMPARE)
                  || RemoteAccess.looksLikeAddress(paths[0])
              ? LoadedDocument::read
              : new ReadAhead(Path.of(paths[0]), FileOperations.ofThisComputer());
      this(instance, file, reader);
    }
  }

  /// The user counts as idle after this time without input.
  private static final Duration IDLE_AFTER = Duration.ofMillis(700);

  /// How long a previous process may still run after its windows were closed.
  private static final Duration MAX_SHUTDOWN_DURATION = Duration.ofSeconds(1);

  /// Maximum wait for running writes, which stop after their current block.
  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(20);

  /// A frame is on the screen at the latest when the second frame after it is laid out, because
  /// each layout waits until the previous frame is drawn.
  private static final int FRAMES_UNTIL_PAINTED = 2;

  /// System property that enables markers on the standard output for measuring the start: `painted`
  /// when the first frame is visible, `complete` when the whole window is.
  private static final String START_REPORT = "tensorloupe.start.report";

  /// JavaFX creates the application itself and passes only strings.
  private static final AtomicReference<LaunchState> BEGINNING = new AtomicReference<>();

  private final LaunchState beginning =
      Optional.ofNullable(BEGINNING.get()).orElseGet(() -> new LaunchState(Optional.empty()));
  private final FileOperations fileOperations = FileOperations.ofThisComputer();
  private final Writing writing = new Writing();
  private final Jobs jobs = Jobs.onFxThread(writing);
  private final ScanResultStore scanMemory = new StoredScans(Folders.ofThisProcess());
  private final AtomicReference<Optional<Sentence>> networkObjection =
      new AtomicReference<>(Optional.empty());
  private final RemoteAccess addresses =
      new RemoteAccess(
          RemoteSettings.of(
              System.getenv(),
              networkObjection::get,
              Folders.ofThisProcess().cache().map(folder -> folder.resolve("remote"))));
  private final Desktop desktop =
      new Desktop(
          Desktop.libraryOf(Folders.ofThisProcess(), System.getenv()),
          new DesktopFileManager(),
          new BookmarkFile(Folders.ofThisProcess()),
          addresses,
          new HeatMapBudget(Desktop.MAX_HEAT_MAP_BYTES));
  private final List<Failure> failures = new ArrayList<>();
  private ChosenSettings settings;
  private Diagnostics diagnostics;
  private ForegroundWatch foregroundWatch;
  private Watch<?> heapWatch;
  private long lastInputNanos = System.nanoTime();
  private List<Image> icons;
  private SharedLibrary library;
  private SessionKeeper session;
  private StartupPlan sessionStart = StartupPlan.FRESH;
  private Windows windows;

  /// Runs until the last window is closed.
  ///
  /// @param paths the paths and addresses to open, as typed
  static void run(Optional<Instance> instance, String... paths) {
    BEGINNING.set(new LaunchState(instance, paths));
    Application.launch(App.class, paths);
  }

  /// Runs before anything is shown, and not on the FX thread.
  @Override
  public void init() {
    // Queued before the start of the application: until then, the FX thread is idle.
    jobs.later(Themes::loadFonts);
    diagnostics = Diagnostics.begin(jobs::later);
    foregroundWatch = diagnostics.watchForeground();
    heapWatch = IdleGc.begin(() -> System.nanoTime() - lastInputNanos > IDLE_AFTER.toNanos(), jobs);
    diagnostics.starting(this::loadSettingsAndSession);
    icons = Stream.of(16, 24, 32, 48, 64, 128, 256).map(TitleBar::icon).toList();
  }

  private void loadSettingsAndSession() {
    SettingsFile file = beginning.settings();
    Messages messages = Messages.of(Language.ofSystem());
    Settings loaded = Settings.UNREADABLE;
    try {
      loaded = file.awaitLoaded();
    } catch (IOException e) {
      note(messages.text("settings.unread"), e);
    }
    settings = new ChosenSettings(loaded, file::store, jobs, messages);
    settings.messages().language().useForControls();
    settings.settingsProperty().subscribe(now -> networkObjection.set(now.networkObjection()));
    Theme theme = loaded.appearance().theme();
    jobs.later(() -> Themes.loadBase(theme));
    beginSession(loaded.isOn(Switch.RESTORES_SESSION));
  }

  /// Logs the failure, and keeps it for the first window to show.
  private void note(String title, IOException failure) {
    System.err.println(failure.getMessage());
    diagnostics.log().warning(failure.getMessage(), failure);
    failures.add(Failures.of(failure).doing(title));
  }

  private void beginSession(boolean restores) {
    session =
        new SessionKeeper(
            new SessionFile(Folders.ofThisProcess()),
            // If this is the primary instance, another process that has claimed the file is ending.
            beginning.instance().isPresent() ? MAX_SHUTDOWN_DURATION : Duration.ZERO,
            step -> Thread.ofVirtual().start(step),
            jobs,
            settings.messages(),
            failure -> windows.tabs().getLast().workspace.warn(failure));
    Runtime.getRuntime().addShutdownHook(new Thread(session::flush, "tensorloupe-session"));
    try {
      sessionStart = session.begin(restores, !getParameters().getRaw().isEmpty());
    } catch (IOException e) {
      note(settings.messages().text("session.unread"), e);
    }
    sessionStart
        .missing()
        .forEach(path -> diagnostics.log().warning("gone since last time: " + path));
  }

  @Override
  public void start(Stage stage) {
    diagnostics.starting(() -> open(stage));
  }

  private void open(Stage stage) {
    SystemFacts.lines().forEach(diagnostics.log()::info);
    List<String> arguments = getParameters().getRaw().stream().map(RemoteAccess::shown).toList();
    diagnostics.log().info("started with: " + String.join(" ", arguments));
    library = new SharedLibrary(desktop.library(), Jobs.onFxThread(writing), settings.messages());
    windows =
        new Windows(
            new Windows.Tools(
                this::prepare,
                this::content,
                App::screens,
                () -> settings.get().isOn(Switch.OPENS_IN_TABS),
                session::update,
                Platform::exit,
                settings.messages()),
            settings.get().isOn(Switch.RESTORES_SESSION));
    List<Path> paths =
        getParameters().getRaw().stream().flatMap(typed -> path(typed).stream()).toList();
    windows.begin(stage, sessionStart, paths, new StartupNotices(failures, settings.messages()));
    Batches<Handover> handovers = jobs.batches(this::accept);
    beginning
        .instance()
        .ifPresent(
            instance ->
                instance.onHandover(
                    handover -> {
                      handovers.add(handover);
                      // A second launch is waiting.
                      handovers.flush();
                    }));
  }

  /// Returns the path of an argument. If an address cannot be opened, a window shows why.
  private Optional<Path> path(String typed) {
    if (!RemoteAccess.looksLikeAddress(typed)) {
      return Optional.of(Path.of(typed));
    }
    try {
      return Optional.of(addresses.path(typed, (_, _) -> Optional.empty()));
    } catch (SentenceException e) {
      note(RemoteAccess.shown(typed), e);
      return Optional.empty();
    }
  }

  Workspace firstWorkspace() {
    return workspaces().getFirst();
  }

  List<Workspace> workspaces() {
    return windows.tabs().stream().map(it -> it.workspace).toList();
  }

  ProgramLog log() {
    return diagnostics.log();
  }

  /// Returns the file dialogs of a window.
  FileDialogs dialogs(Supplier<Stage> stage) {
    return new DesktopFileDialogs(stage, settings.messages());
  }

  /// Called after the last window was closed, so that this may block the FX thread.
  @Override
  public void stop() throws InterruptedException {
    foregroundWatch.close();
    heapWatch.close();
    addresses.close();
    if (!writing.await(WRITE_TIMEOUT)) {
      diagnostics.log().warning("ends although files are still being written");
    }
    diagnostics.log().info("ends");
    diagnostics.log().close();
  }

  /// Accepts all handovers before opening the first, so that no launch waits for the window of
  /// another.
  private void accept(List<Handover> handovers) {
    if (!windows.closing.isEnding()) {
      handovers.stream().filter(Handover::accept).toList().stream()
          .map(Handover::paths)
          .forEach(windows::openHandedOver);
    }
  }

  /// Returns the bounds of all screens, the primary screen first.
  private static List<Rectangle2D> screens() {
    return Stream.concat(Stream.of(Screen.getPrimary()), Screen.getScreens().stream())
        .distinct()
        .map(Screen::getVisualBounds)
        .toList();
  }

  /// Sets the scene and icons of a stage, which already has its size and is not shown yet.
  private void prepare(Stage stage) {
    // The theme is set before the first control is created, which would otherwise load the default
    // JavaFX stylesheet. Without a size, the scene would first be laid out at its preferred height,
    // with all rows of the tree that fit there, and then again at the height of the window.
    Scene scene = new Scene(new Region(), stage.getWidth(), stage.getHeight());
    Subscription look = Themes.bind(settings.settingsProperty().map(Settings::appearance), scene);
    scene.addEventFilter(InputEvent.ANY, _ -> lastInputNanos = System.nanoTime());
    stage.setScene(scene);
    stage.getIcons().setAll(icons);
    stage.addEventHandler(
        WindowEvent.WINDOW_HIDDEN,
        new EventHandler<>() {
          @Override
          public void handle(WindowEvent hidden) {
            look.unsubscribe();
            // Closing the document changes the title, also after the window was closed.
            stage.titleProperty().unbind();
            // JavaFX may retain a closed stage, which references its scene only through this
            // handler.
            stage.removeEventHandler(WindowEvent.WINDOW_HIDDEN, this);
          }
        });
  }

  private Workspace content(DocumentTab tab, Optional<Path> first) {
    Folders folders = Folders.ofThisProcess();
    Workspace workspace =
        new Workspace(
            new Workspace.Environment(
                dialogs(tab::stage),
                tab,
                () -> WindowPicture.cacheFolder(folders),
                fileOperations,
                scanMemory,
                settings,
                desktop,
                library,
                diagnostics,
                beginning.reader(),
                Jobs.onFxThread(writing)),
            first);
    // Closing the window removes the scene from the stage.
    Scene scene = tab.stage().getScene();
    whenPainted(
        scene,
        workspace.context.selection(),
        () -> {
          report("painted");
          // Deferred, because it changes the layout that was just computed.
          workspace.context.jobs().later(() -> complete(workspace, scene));
        });
    return workspace;
  }

  /// Creates the parts that are deferred until the first frame, in a window that shows its
  /// document.
  private static void complete(Workspace workspace, Scene scene) {
    workspace.firstFrame.markShown();
    whenPainted(scene, workspace.context.selection(), () -> report("complete"));
  }

  private static void report(String sign) {
    if (Boolean.getBoolean(START_REPORT)) {
      System.out.println(sign);
      System.out.flush();
    }
  }

  /// Runs the action once, as soon as the window has painted its document, or the start page if no
  /// document is being opened. The action runs on the FX thread, at the end of the layout of a
  /// frame.
  static void whenPainted(Scene scene, Selection selection, Runnable action) {
    scene.addPostLayoutPulseListener(
        new Runnable() {
          private int framesSinceShown;

          @Override
          public void run() {
            if (selection.documentProperty().get() instanceof DocumentState.Opening) {
              return;
            }
            if (framesSinceShown < FRAMES_UNTIL_PAINTED) {
              framesSinceShown++;
              Platform.requestNextPulse();
            } else {
              scene.removePostLayoutPulseListener(this);
              action.run();
            }
          }
        });
    Platform.requestNextPulse();
  }
}
