package io.github.tensorloupe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.log.ProgramLog;
import io.github.tensorloupe.testing.TestWindow;
import io.github.tensorloupe.ui.DetailPane;
import io.github.tensorloupe.ui.command.Command;
import io.github.tensorloupe.ui.job.Jobs;
import io.github.tensorloupe.ui.selection.DocumentState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/// What a person sees of jobs and faults in the whole window.
@ExtendWith(ApplicationExtension.class)
class FaultJourneyTest {

  @TempDir static Path folder;

  private Workbench workbench;
  private ProgramLog log;
  private Diagnostics diagnostics;
  private Thread.UncaughtExceptionHandler before;

  @BeforeAll
  static void writeSamples() throws IOException {
    DemoCheckpoints.write(folder.resolve("samples"));
  }

  @Start
  void show(Stage stage) {
    log = ProgramLog.begin(() -> Optional.of(folder), Duration.ZERO);
    diagnostics = Diagnostics.with(log, Jobs.onFxThread()::later);
    before = Thread.currentThread().getUncaughtExceptionHandler();
    Thread.currentThread().setUncaughtExceptionHandler(diagnostics.faults());
    workbench = new Workbench(new TestSurroundings(folder).diagnostics(diagnostics).made());
    TestWindow.show(stage, workbench.view(), 1000, 800);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(
        () -> {
          workbench.close();
          Thread.currentThread().setUncaughtExceptionHandler(before);
        });
    log.close();
  }

  private void open(FxRobot robot) {
    robot.interact(() -> workbench.open(folder.resolve("samples/nan-and-inf.safetensors")));
    TestWindow.waitUntil(
        "it is open",
        () -> workbench.selection().documentProperty().get() instanceof DocumentState.Open);
  }

  private static boolean isThere(FxRobot robot, String query) {
    return robot.lookup(query).tryQuery().filter(Node::isVisible).isPresent();
  }

  private static String texts(FxRobot robot, String query) {
    return robot.lookup(query).queryAll().stream()
        .map(node -> node instanceof Labeled labeled ? String.valueOf(labeled.getText()) : "")
        .reduce("", (one, other) -> one + "\n" + other);
  }

  private String written() throws IOException {
    return Files.readString(log.file().orElseThrow());
  }

  @Test
  void aPaneThatCannotBeLaidOutGivesWayAndTheOthersLive(FxRobot robot) throws IOException {
    open(robot);
    robot.interact(
        () -> {
          workbench.view().show(DetailPane.PROBLEMS);
          Parent pane = (Parent) workbench.view().lookup("#problems-view");
          ((Pane) firstPane(pane))
              .getChildren()
              .add(
                  new Region() {
                    @Override
                    protected double computePrefHeight(double width) {
                      throw new IllegalStateException("thrown on purpose");
                    }
                  });
        });

    TestWindow.waitUntil("the card is there", () -> isThere(robot, ".fault-card"));
    robot.interact(() -> workbench.run(Command.SHOW_METADATA));
    TestWindow.waitUntil("metadata are there", () -> isThere(robot, "#tab-metadata:selected"));
    assertThat(written()).contains("the pane \"Problems\" has failed", "thrown on purpose");

    robot.interact(() -> workbench.run(Command.SHOW_PROBLEMS));
    robot.clickOn(".fault-again");
    TestWindow.waitUntil("the pane is back", () -> isThere(robot, "#problems-view"));
  }

  private static Node firstPane(Node node) {
    if (node instanceof Pane) {
      return node;
    }
    return ((Parent) node)
        .getChildrenUnmodifiable().stream()
            .map(FaultJourneyTest::firstPane)
            .findFirst()
            .orElseThrow();
  }

  @Test
  void aListenerThatThrowsIsToldOnceAndTheWindowLives(FxRobot robot) throws IOException {
    open(robot);
    robot.interact(
        () ->
            workbench
                .selection()
                .tensorProperty()
                .addListener(
                    (_, _, _) -> {
                      throw new IllegalStateException("thrown on purpose");
                    }));

    robot.interact(() -> workbench.selectTensor("encoder.0.weight"));
    robot.interact(() -> workbench.selectTensor("encoder.1.weight"));

    TestWindow.waitUntil("a notice is there", () -> isThere(robot, ".toast"));
    assertThat(robot.lookup(".toast").queryAll()).hasSize(1);
    assertThat(written()).contains("uncaught on JavaFX Application Thread", "thrown on purpose");
    robot.clickOn(".toast .details-button");
    robot.interact(
        () ->
            assertThat(Clipboard.getSystemClipboard().getString())
                .contains("java.lang.IllegalStateException: thrown on purpose"));
    robot.clickOn(".toast-close");
    assertThat(isThere(robot, ".toast")).isFalse();
  }

  @Test
  void jobsAreListedStoppedAndTheirFailuresCopied(FxRobot robot) {
    CountDownLatch never = new CountDownLatch(1);
    robot.interact(
        () -> {
          for (String title : new String[] {"Hashing", "Reading"}) {
            workbench
                .jobs()
                .start(
                    title,
                    (cancellation, progress) -> {
                      progress.report(25, 100);
                      while (!cancellation.isRequested()) {
                        Thread.sleep(5);
                      }
                      cancellation.check();
                      return never;
                    },
                    _ -> {},
                    _ -> {})
                .about("model.safetensors");
          }
          workbench
              .jobs()
              .start(
                  "Comparing",
                  (_, _) -> {
                    throw new IOException("the disk is gone");
                  },
                  _ -> {},
                  _ -> {});
        });
    TestWindow.waitUntil(
        "two jobs are told", () -> texts(robot, "#status-job-title").contains("2 jobs"));
    TestWindow.waitUntil(
        "the failure is told", () -> texts(robot, "#status-job-list").contains("1 failed"));

    robot.push(KeyCode.SHORTCUT, KeyCode.SHIFT, KeyCode.J);
    TestWindow.waitUntil("the list is there", () -> isThere(robot, "#jobs"));
    assertThat(texts(robot, "#jobs .job-title")).contains("Hashing", "Reading", "Comparing");
    assertThat(texts(robot, "#status-job-list")).doesNotContain("failed");
    TestWindow.waitUntil(
        "the share is told", () -> texts(robot, "#jobs .caption").contains("25 %"));
    robot.clickOn("#jobs .details-button");
    robot.interact(
        () ->
            assertThat(Clipboard.getSystemClipboard().getString())
                .contains("Doing: Comparing", "java.io.IOException: the disk is gone"));

    robot.clickOn("#jobs-stop-all");
    TestWindow.waitUntil("nothing runs", () -> workbench.jobs().running().isEmpty());
    TestWindow.waitUntil(
        "all are listed", () -> robot.lookup("#jobs .job-ended").queryAll().size() >= 1);
    robot.push(KeyCode.ESCAPE);
    TestWindow.waitUntil("the list is gone", () -> !isThere(robot, "#jobs"));
  }

  @Test
  void theFailedPageOffersTheDetails(FxRobot robot) {
    Path missing = folder.resolve("missing.safetensors");
    robot.interact(() -> workbench.open(missing));
    TestWindow.waitUntil("it has failed", () -> isThere(robot, "#start-details"));

    robot.clickOn("#start-details");

    robot.interact(
        () ->
            assertThat(Clipboard.getSystemClipboard().getString())
                .contains("Doing: Opening missing.safetensors", "Path: " + missing)
                .contains("File on disk: unchanged", "java.nio.file.NoSuchFileException"));
  }
}
