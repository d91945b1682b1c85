package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.log.ProgramLog;
import io.github.tensorloupe.desktop.testing.TestWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;

/// The whole window in a test, with a log of all uncaught exceptions.
abstract class LoggedWindow extends SampleWindow {

  @TempDir Path logs;

  ProgramLog log;
  private Thread.UncaughtExceptionHandler before;

  @Override
  void showWindow(Stage stage, TestEnvironment surroundings, double width, double height) {
    log = ProgramLog.begin(() -> Optional.of(logs), Duration.ZERO);
    Diagnostics diagnostics = Diagnostics.with(log, Jobs.onFxThread()::later);
    before = Thread.currentThread().getUncaughtExceptionHandler();
    Thread.currentThread().setUncaughtExceptionHandler(diagnostics.faults());
    super.showWindow(stage, surroundings.diagnostics(diagnostics), width, height);
  }

  @Override
  @AfterEach
  void close(FxRobot robot) {
    super.close(robot);
    robot.interact(() -> Thread.currentThread().setUncaughtExceptionHandler(before));
    log.close();
  }

  /// Returns the current content of the log.
  String logText() throws IOException {
    return Files.readString(log.file().orElseThrow());
  }

  /// Opens a sample and waits only until it is shown.
  void show(FxRobot robot, String name) {
    robot.interact(() -> workspace.opener.open(sample(name)));
    TestWindow.assertEventually(() -> assertThat(isOpen(sample(name))).as(name).isTrue());
  }

  boolean isOpen(Path file) {
    return workspace
        .context
        .selection()
        .openDocument()
        .filter(document -> document.checkpoint().path().equals(file))
        .isPresent();
  }

  PanelHost panels() {
    return (PanelHost) workspace.view.lookup("#panel-host");
  }

  void run(FxRobot robot, Command command) {
    robot.interact(() -> workspace.context.commands().run(command));
  }
}
