package io.github.tensorloupe;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.prefs.Folders;
import io.github.tensorloupe.prefs.ScanCache;
import io.github.tensorloupe.prefs.Settings;
import io.github.tensorloupe.prefs.SettingsFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.ui.DesktopFileDialogs;
import io.github.tensorloupe.ui.DesktopFileManager;
import io.github.tensorloupe.ui.library.LibraryViewModel;
import io.github.tensorloupe.ui.scan.ScanSettings;
import io.github.tensorloupe.ui.selection.DocumentState;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Theme;
import io.github.tensorloupe.ui.theme.Themes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.beans.binding.Bindings;
import javafx.scene.Scene;
import javafx.stage.Screen;
import javafx.stage.Stage;
import javafx.stage.WindowEvent;

/// The program with a display: one window for each path it is started with, or one on the start
/// page.
public final class App extends Application {

  private static final double WIDTH = 1280;
  private static final double HEIGHT = 820;

  /// A window with what it shows.
  private record Open(Stage stage, Workbench workbench) {}

  private final Messages messages = Messages.english();
  private final FileOperations fileOperations = FileOperations.ofThisComputer();
  private final List<Open> windows = new ArrayList<>();
  private final LibraryViewModel.Sources librarySources =
      Outside.libraryOf(Folders.ofThisProcess(), System.getenv());
  private ScanSettings scanSettings;

  /// Runs until the last window is closed.
  ///
  /// @param paths what to open, as typed
  static void run(String... paths) {
    Application.launch(App.class, paths);
  }

  /// Runs before anything is shown, and not on the FX thread.
  @Override
  public void init() {
    SettingsFile file = new SettingsFile(Folders.ofThisProcess());
    Settings settings;
    try {
      settings = file.load();
    } catch (IOException e) {
      System.err.println(e.getMessage());
      settings = Settings.DEFAULT;
    }
    scanSettings = new KeptScanSettings(file, settings);
  }

  @Override
  public void start(Stage stage) {
    Themes.loadFonts();
    List<String> paths = getParameters().getRaw();
    if (paths.isEmpty()) {
      showWindow(stage);
      return;
    }
    showWindow(stage).open(Path.of(paths.getFirst()));
    paths.stream().skip(1).forEach(path -> showWindow(new Stage()).open(Path.of(path)));
  }

  private Workbench showWindow(Stage stage) {
    DesktopFileDialogs dialogs = new DesktopFileDialogs(stage, messages);
    Workbench workbench =
        new Workbench(
            new Workbench.Surroundings(
                () -> dialogs,
                theme -> Themes.apply(theme, stage.getScene()),
                this::quit,
                () -> WindowPicture.cacheFolder(Folders.ofThisProcess()),
                fileOperations,
                new CachedScans(new ScanCache(Folders.ofThisProcess())),
                scanSettings,
                new Outside(
                    librarySources,
                    new DesktopFileManager(),
                    path -> showWindow(new Stage()).open(path))));
    Scene scene = new Scene(workbench.view(), WIDTH, HEIGHT);
    Themes.apply(Theme.SYSTEM, scene);
    stage.setScene(scene);
    stage.setWidth(Math.min(WIDTH, Screen.getPrimary().getVisualBounds().getWidth()));
    stage.setHeight(Math.min(HEIGHT, Screen.getPrimary().getVisualBounds().getHeight()));
    stage.getIcons().add(Workbench.mark());
    stage
        .titleProperty()
        .bind(
            Bindings.createStringBinding(
                () -> titleOf(workbench),
                workbench.selection().documentProperty(),
                workbench.edits().changedProperty()));
    Open window = new Open(stage, workbench);
    windows.add(window);
    stage.setOnCloseRequest(event -> closeRequested(window, event));
    stage.setOnHidden(
        _ -> {
          windows.remove(window);
          workbench.close();
        });
    stage.show();
    return workbench;
  }

  private static void closeRequested(Open window, WindowEvent event) {
    if (!window.workbench().isSettled()) {
      event.consume();
      window.workbench().leave(window.stage()::close);
    }
  }

  /// Ends the program once no window has anything unsettled.
  private void quit() {
    Optional<Open> unsettled =
        windows.stream().filter(window -> !window.workbench().isSettled()).findFirst();
    if (unsettled.isPresent()) {
      unsettled.get().stage().toFront();
      unsettled.get().workbench().leave(() -> closeAndQuit(unsettled.get()));
    } else {
      Platform.exit();
    }
  }

  private void closeAndQuit(Open window) {
    windows.remove(window);
    window.stage().close();
    quit();
  }

  private String titleOf(Workbench workbench) {
    if (!(workbench.selection().documentProperty().get()
        instanceof DocumentState.Open(var document))) {
      return messages.text("window.title");
    }
    boolean edited = workbench.edits().changedProperty().get();
    return messages.text(
        edited ? "window.title.edited" : "window.title.document", DisplayText.of(document.name()));
  }
}
