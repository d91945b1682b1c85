package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.DemoSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.Scene;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;

/// The whole window in a test, with demo checkpoints to open.
abstract class SampleWindow {

  @TempDir static Path temporary;

  /// The library searches paths too. A test that searches for "1" finds all samples, independent of
  /// the random name of the temporary folder.
  static Path folder;

  Workspace workspace;
  Scene scene;

  @BeforeAll
  static void writeSamples() throws IOException {
    folder = Files.createDirectory(temporary.resolve("junit-1"));
    DemoSamples.write(folder.resolve("samples"));
  }

  /// Must be called by the start method of the test: TestFX does not search this class for one.
  void showWindow(Stage stage, double width, double height) {
    showWindow(stage, new TestEnvironment(folder), width, height);
  }

  /// Shows the window with its own surroundings.
  void showWindow(Stage stage, TestEnvironment surroundings, double width, double height) {
    workspace = new Workspace(surroundings.build());
    TestWindow.show(stage, workspace.view, width, height);
    scene = stage.getScene();
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  static Path sample(String name) {
    return folder.resolve("samples").resolve(name);
  }

  /// Opens a path and selects its first tensor, if any.
  void open(FxRobot robot, Path file) {
    robot.interact(() -> workspace.opener.openAsItIs(file));
    waitForJobs();
    TestWindow.waitUntil(
        "it is open", () -> workspace.context.selection().openDocument().isPresent());
    robot.interact(
        () ->
            workspace
                .context
                .selection()
                .openDocument()
                .flatMap(document -> document.checkpoint().tensors().stream().findFirst())
                .ifPresent(workspace.context.selection()::select));
    waitForJobs();
  }

  void waitForJobs() {
    TestWindow.waitUntil("nothing runs", () -> workspace.context.jobs().running().isEmpty());
  }
}
