package io.github.tensorloupe;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.prefs.Folders;
import io.github.tensorloupe.ui.DesktopFileDialogs;
import io.github.tensorloupe.ui.selection.DocumentState;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Theme;
import io.github.tensorloupe.ui.theme.Themes;
import java.nio.file.Path;
import java.util.List;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.stage.Screen;
import javafx.stage.Stage;

/// The program with a display: one window for each path it is started with, or one on the demo
/// checkpoint.
public final class App extends Application {

  private static final double WIDTH = 1280;
  private static final double HEIGHT = 820;

  private final Messages messages = Messages.english();

  /// Runs until the last window is closed.
  ///
  /// @param paths what to open, as typed
  static void run(String... paths) {
    Application.launch(App.class, paths);
  }

  @Override
  public void start(Stage stage) {
    Themes.loadFonts();
    List<String> paths = getParameters().getRaw();
    if (paths.isEmpty()) {
      showWindow(stage).openDemo();
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
                Platform::exit,
                () -> WindowPicture.cacheFolder(Folders.ofThisProcess())));
    Scene scene = new Scene(workbench.view(), WIDTH, HEIGHT);
    Themes.apply(Theme.SYSTEM, scene);
    stage.setScene(scene);
    stage.setWidth(Math.min(WIDTH, Screen.getPrimary().getVisualBounds().getWidth()));
    stage.setHeight(Math.min(HEIGHT, Screen.getPrimary().getVisualBounds().getHeight()));
    stage.getIcons().add(Workbench.mark());
    stage
        .titleProperty()
        .bind(workbench.selection().documentProperty().map(state -> titleOf(state)));
    stage.setOnHidden(_ -> workbench.close());
    stage.show();
    return workbench;
  }

  private String titleOf(DocumentState state) {
    return state instanceof DocumentState.Open(var document)
        ? messages.text("window.title.document", DisplayText.of(document.name()))
        : messages.text("window.title");
  }
}
