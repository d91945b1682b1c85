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

  Workbench workbench;
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
    workbench = new Workbench(surroundings.build());
    TestWindow.show(stage, workbench.view, width, height);
    scene = stage.getScene();
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workbench::close));
  }

  static Path sample(String name) {
    return folder.resolve("samples").resolve(name);
  }

  /// Opens a path and selects its first tensor, if any.
  void open(FxRobot robot, Path file) {
    robot.interact(() -> workbench.openAsItIs(file));
    waitForJobs();
    TestWindow.waitUntil(
        "it is open", () -> workbench.window.selection().openDocument().isPresent());
    robot.interact(
        () ->
            workbench
                .window
                .selection()
                .openDocument()
                .flatMap(document -> document.checkpoint().tensors().stream().findFirst())
                .ifPresent(workbench.window.selection()::select));
    waitForJobs();
  }

  void waitForJobs() {
    TestWindow.waitUntil("nothing runs", () -> workbench.window.jobs().running().isEmpty());
  }
}
