package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.cli.Interruption;
import io.github.tensorloupe.cli.Screenshot;
import io.github.tensorloupe.cli.ScreenshotRequest;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.export.ExportTarget;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.storage.Folders;
import java.nio.file.Path;

/// Draws the window into a picture without a display.
///
/// The scene is the same as on a screen. It is laid out at the requested size and drawn once no job
/// is running. A process can start the JavaFX toolkit only once.
record OffscreenWindow() implements Screenshot {

  /// Picture names for content above the panes, or in place of them.
  static final String LIBRARY = "library";

  private static final Map<String, Command> COMMANDS =
      Map.of(
          "shortcuts", Command.SHORTCUTS,
          "guide", Command.USER_GUIDE,
          "address", Command.OPEN_ADDRESS,
          "settings", Command.SETTINGS,
          "convert", Command.CONVERT,
          "resize", Command.LORA_RESIZE);

  private static final String PALETTE = "palette";

  /// The card form of the metadata pane.
  private static final String CARD = "card";

  /// Each round lays out the results of the jobs of the previous round.
  private static final int SETTLING_ROUNDS = 3;

  /// A picture waits for the scan of the values, which should take only seconds.
  private static final long SCAN_LIMIT_BYTES = 1L << 30;

  /// Selects the platform that needs no display. Has no effect after JavaFX has started.
  static void useHeadlessPlatform() {
    System.setProperty("glass.platform", "Headless");
    System.setProperty("prism.order", "sw");
  }

  @Override
  public List<String> panes() {
    List<String> names =
        new ArrayList<>(
            Stream.of(Panes.FILE, Panes.COMPARISON)
                .flatMap(List::stream)
                .map(PaneDescriptor::id)
                .distinct()
                .toList());
    names.addAll(
        List.of(
            CARD,
            PALETTE,
            "shortcuts",
            "guide",
            "address",
            LIBRARY,
            "settings",
            "convert",
            "resize"));
    return names;
  }

  @Override
  public void draw(ScreenshotRequest request) throws IOException {
    ExportTarget target = FileExport.checkPicture(request.out(), request.paths());
    useHeadlessPlatform();
    CompletableFuture<Drawn> drawn = new CompletableFuture<>();
    Platform.startup(() -> prepare(request, drawn));
    try {
      Drawn shown = drawn.join();
      // The paths of the request may be folders and indexes.
      FileExport.checkPicture(request.out(), shown.paths());
      target.requireTrusted(shown.files());
      write(shown.picture(), target);
    } catch (CompletionException e) {
      throw failure(e.getCause());
    } finally {
      Platform.exit();
    }
  }

  /// A picture with the files that it shows.
  ///
  /// @param files the open files
  /// @param paths the paths of indexes and, of the library, of models
  private record Drawn(WritableImage picture, List<TensorFile> files, List<Path> paths) {

    static Drawn of(Workspace workspace, boolean isLibrary) {
      List<Checkpoint> open =
          workspace.context.selection().openDocuments().stream()
              .map(FileDocument::checkpoint)
              .toList();
      List<TensorFile> files = open.stream().flatMap(it -> it.files().stream()).toList();
      Stream<Path> indexes =
          open.stream()
              .flatMap(it -> it.parts().stream())
              .filter(part -> part.index().isPresent())
              .map(CheckpointPart::path);
      Stream<Path> models = isLibrary ? workspace.environment.library().model.paths() : Stream.of();
      WritableImage picture = workspace.view.getScene().snapshot(null);
      return new Drawn(picture, files, Stream.concat(indexes, models).toList());
    }
  }

  private static IOException failure(Throwable cause) {
    return switch (cause) {
      case IOException failure -> failure;
      case OutOfMemoryError _ ->
          new IOException(
              "The picture needs more memory than is available; increase the limit with -Xmx.",
              cause);
      default -> new IOException(cause);
    };
  }

  private void prepare(ScreenshotRequest request, CompletableFuture<Drawn> drawn) {
    // An exception on this thread would otherwise leave the future incomplete forever.
    Thread.currentThread()
        .setUncaughtExceptionHandler((_, failure) -> drawn.completeExceptionally(failure));
    try {
      Themes.loadFonts();
      Pane pane = new Pane();
      // The theme is set before the first control is created, which would otherwise load the
      // default JavaFX stylesheet.
      Scene scene =
          new Scene(pane, request.width() * request.scale(), request.height() * request.scale());
      Themes.apply(appearanceOf(request), scene);
      Workspace workspace = new Workspace(environment(request, desktop(request)));
      workspace.context.messages().language().useForControls();
      MainView view = workspace.view;
      view.setTabBar(tabBar(workspace.context, showsStartPage(request)));
      view.setManaged(false);
      // Scales the scene rather than its snapshot, so that canvases are drawn at this scale.
      view.getTransforms().setAll(new Scale(request.scale(), request.scale()));
      view.resize(request.width(), request.height());
      pane.getChildren().setAll(view);
      if (request.comparedWith().isPresent()) {
        workspace.opener.compare(request.path(), request.comparedWith().get(), List.of());
      } else if (!showsStartPage(request)) {
        workspace.opener.openAsItIs(request.path());
      }
      settle(workspace, SETTLING_ROUNDS, () -> select(workspace, request, drawn));
    } catch (IOException | RuntimeException | Error e) {
      drawn.completeExceptionally(e);
    }
  }

  private static TabBar tabBar(PaneContext window, boolean isLibrary) {
    TabBar bar = new TabBar(window.messages());
    if (!isLibrary) {
      Tab tab = new Tab();
      tab.textProperty().bind(DocumentTab.text(window, new ReadOnlyStringWrapper("")));
      bar.add(tab, AppWindow.LAST);
      bar.selection().select(tab);
    }
    return bar;
  }

  private static boolean showsStartPage(ScreenshotRequest request) {
    return request.pane().equals(Optional.of(LIBRARY));
  }

  private Desktop desktop(ScreenshotRequest request) throws IOException {
    if (!showsStartPage(request)) {
      return Desktop.nothing();
    }
    LibrarySources userLibrary = Desktop.libraryOf(Folders.ofThisProcess(), System.getenv());
    return Desktop.with(Desktop.libraryWith(request.path(), userLibrary));
  }

  private static Workspace.Environment environment(ScreenshotRequest request, Desktop desktop) {
    ChosenSettings settings =
        ChosenSettings.inMemory(
            Settings.DEFAULT
                .withAutoScanLimitBytes(SCAN_LIMIT_BYTES)
                .withLanguage(Optional.of(request.language().spelling()))
                .withAppearance(appearanceOf(request)));
    Jobs jobs = Jobs.onFxThread();
    return new Workspace.Environment(
        new FileDialogs() {},
        new TabHost() {},
        () -> WindowPicture.cacheFolder(Folders.ofThisProcess()),
        FileOperations.ofThisComputer(),
        ScanResultStore.NONE,
        settings,
        desktop,
        new SharedLibrary(desktop.library(), jobs, settings.messages()),
        Diagnostics.none(),
        LoadedDocument::read,
        jobs);
  }

  private static void select(
      Workspace workspace, ScreenshotRequest request, CompletableFuture<Drawn> drawn) {
    if (workspace.context.selection().documentProperty().get()
        instanceof DocumentState.Failed failed) {
      drawn.completeExceptionally(new IOException(failed.finding().message()));
      return;
    }
    String tensor = request.tensor().orElse("");
    if (request.tensor().isPresent() && !workspace.selectTensor(tensor)) {
      drawn.completeExceptionally(new IOException("No tensor is named \"" + tensor + "\"."));
      return;
    }
    boolean isCard = request.pane().equals(Optional.of(CARD));
    Optional<String> pane = isCard ? Optional.of("metadata") : request.pane();
    Stream<Command> turning =
        Panes.ALL.stream()
            .filter(each -> pane.equals(Optional.of(each.id())))
            .map(PaneDescriptor::command);
    if (turning.anyMatch(command -> !workspace.context.commands().isPossible(command))) {
      String why = "The pane \"%s\" is not available here.".formatted(pane.get());
      drawn.completeExceptionally(new IOException(why));
      return;
    }
    pane.flatMap(workspace.view.panes::named).ifPresent(workspace.view.panes::show);
    if (isCard && workspace.view.lookup("#metadata-mode-card") instanceof ToggleButton card) {
      card.setSelected(true);
    }
    // Content above the panes.
    request.pane().map(COMMANDS::get).ifPresent(workspace.context.commands()::run);
    if (request.pane().equals(Optional.of(PALETTE))) {
      workspace.openPalette(tensor);
    }
    Runnable draw = () -> drawn.complete(Drawn.of(workspace, showsStartPage(request)));
    settle(workspace, SETTLING_ROUNDS, draw);
  }

  private static Appearance appearanceOf(ScreenshotRequest request) {
    return new Appearance(
        Theme.valueOf(request.theme().name()), request.accent(), request.fontSize());
  }

  private static void settle(Workspace workspace, int rounds, Runnable then) {
    Parent root = workspace.view.getScene().getRoot();
    root.applyCss();
    root.layout();
    Runnable next = rounds == 0 ? then : () -> settle(workspace, rounds - 1, then);
    workspace.context.jobs().whenIdle(next);
  }

  private static void write(WritableImage image, ExportTarget target) throws IOException {
    int width = (int) image.getWidth();
    int height = (int) image.getHeight();
    int[] argb = new int[width * height];
    image
        .getPixelReader()
        .getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), argb, 0, width);
    try (Interruption interruption = Interruption.watch()) {
      FileExport.writePicture(target, argb, width, height, interruption)
          .ifPresent(System.err::println);
    }
  }
}
