package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.problems.ProblemsPane;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// The display of jobs and faults in the whole window.
@ExtendWith(StageExtension.class)
class FaultJourneyTest extends LoggedWindow {

  @Start
  void show(Stage stage) {
    showWindow(stage, 1000, 800);
  }

  private void open(FxRobot robot) {
    show(robot, "nan-and-inf.safetensors");
  }

  private static boolean isThere(FxRobot robot, String query) {
    return robot.lookup(query).tryQuery().filter(Node::isVisible).isPresent();
  }

  private static String texts(FxRobot robot, String query) {
    return robot.lookup(query).queryAll().stream()
        .map(node -> node instanceof Labeled labeled ? String.valueOf(labeled.getText()) : "")
        .reduce("", (one, other) -> one + "\n" + other);
  }

  @Test
  void paneWithLayoutFailureIsReplacedAndTheOthersKeepWorking(FxRobot robot) throws IOException {
    open(robot);
    robot.interact(
        () -> {
          workspace.view.panes.show(ProblemsPane.DESCRIPTOR);
          Parent pane = (Parent) workspace.view.lookup("#problems-view");
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
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_METADATA));
    TestWindow.waitUntil("metadata are there", () -> isThere(robot, "#tab-metadata:selected"));
    assertThat(logText()).contains("the pane \"Problems\" has failed", "thrown on purpose");

    robot.interact(() -> workspace.context.commands().run(Command.SHOW_PROBLEMS));
    robot.clickOn(".fault-again");
    TestWindow.assertEventually(() -> assertThat(isThere(robot, "#problems-view")).isTrue());
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
  void failingListenerIsReportedOnceAndTheWindowKeepsWorking(FxRobot robot) throws IOException {
    open(robot);
    robot.interact(
        () ->
            workspace
                .context
                .selection()
                .tensorProperty()
                .addListener(
                    (_, _, _) -> {
                      throw new IllegalStateException("thrown on purpose");
                    }));

    robot.interact(() -> workspace.selectTensor("encoder.0.weight"));
    robot.interact(() -> workspace.selectTensor("encoder.1.weight"));

    TestWindow.waitUntil("a notice is there", () -> isThere(robot, ".toast"));
    assertThat(robot.lookup(".toast").queryAll()).hasSize(1);
    assertThat(logText()).contains("uncaught on JavaFX Application Thread", "thrown on purpose");
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
            workspace
                .context
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
          workspace
              .context
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
        "two jobs are shown", () -> texts(robot, "#status-job-title").contains("2 jobs"));
    TestWindow.waitUntil(
        "the failure is reported", () -> texts(robot, "#status-job-list").contains("1 failed"));

    robot.push(KeyCode.SHORTCUT, KeyCode.SHIFT, KeyCode.J);
    TestWindow.waitUntil("the list is there", () -> isThere(robot, "#jobs"));
    assertThat(texts(robot, "#jobs .job-title")).contains("Hashing", "Reading", "Comparing");
    assertThat(texts(robot, "#status-job-list")).doesNotContain("failed");
    TestWindow.waitUntil(
        "the share is shown", () -> texts(robot, "#jobs .caption").contains("25 %"));
    robot.clickOn("#jobs .details-button");
    robot.interact(
        () ->
            assertThat(Clipboard.getSystemClipboard().getString())
                .contains("Doing: Comparing", "java.io.IOException: the disk is gone"));

    robot.clickOn("#jobs-stop-all");
    TestWindow.waitUntil("nothing runs", () -> workspace.context.jobs().running().isEmpty());
    TestWindow.waitUntil(
        "all are listed", () -> robot.lookup("#jobs .job-ended").queryAll().size() >= 1);
    robot.push(KeyCode.ESCAPE);
    TestWindow.assertEventually(() -> assertThat(isThere(robot, "#jobs")).isFalse());
  }

  @Test
  void theFailedPageOffersTheDetails(FxRobot robot) {
    Path missing = folder.resolve("missing.safetensors");
    robot.interact(() -> workspace.opener.open(missing));
    TestWindow.waitUntil("it has failed", () -> isThere(robot, "#start-details"));

    robot.clickOn("#start-details");

    robot.interact(
        () ->
            assertThat(Clipboard.getSystemClipboard().getString())
                .contains("Doing: Opening missing.safetensors", "Path: " + missing)
                .contains("File on disk: unchanged", "java.nio.file.NoSuchFileException"));
  }
}
