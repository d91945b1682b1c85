package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.pane.problems.ProblemsPane;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.DemoSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Checks which panes are created with the window and which on first use.
@ExtendWith(StageExtension.class)
class LazyPanesJourneyTest {

  @TempDir static Path folder;

  private Workbench workbench;

  @BeforeAll
  static void writeSamples() throws IOException {
    DemoSamples.write(folder.resolve("samples"));
  }

  @Start
  void show(Stage stage) {
    workbench = new Workbench(new TestEnvironment(folder).build());
    TestWindow.show(stage, workbench.view, 1000, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workbench::close));
  }

  private void open(FxRobot robot) {
    robot.interact(
        () -> workbench.open(folder.resolve("samples").resolve("rich-metadata.safetensors")));
    TestWindow.waitUntil(
        "it is open",
        () -> workbench.window.selection().documentProperty().get() instanceof DocumentState.Open);
  }

  private static boolean isThere(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQuery().isPresent();
  }

  @Test
  void noPaneIsCreatedForTheStartPage(FxRobot robot) {
    assertThat(isThere(robot, "overview-view")).isFalse();
    assertThat(isThere(robot, "metadata-view")).isFalse();
  }

  @Test
  void paneIsCreatedWhenFirstShown(FxRobot robot) {
    open(robot);
    assertThat(isThere(robot, "overview-view")).isTrue();
    assertThat(isThere(robot, "metadata-view")).isFalse();

    robot.interact(() -> workbench.view.panes.show(MetadataPane.DESCRIPTOR));

    TestWindow.assertEventually(
        () ->
            assertThat(robot.lookup("#metadata-table").tryQuery().filter(Node::isVisible))
                .isPresent());
  }

  @Test
  void paneIsReusedWhenShownAgain(FxRobot robot) {
    open(robot);
    robot.interact(() -> workbench.view.panes.show(MetadataPane.DESCRIPTOR));
    Node before = robot.lookup("#metadata-view").query();

    robot.interact(() -> workbench.view.panes.show(ProblemsPane.DESCRIPTOR));
    robot.interact(() -> workbench.view.panes.show(MetadataPane.DESCRIPTOR));

    assertThat(robot.lookup("#metadata-view").<Node>query()).isSameAs(before);
  }

  @Test
  void thePaintedDocumentIsNoticedOnce(FxRobot robot) {
    AtomicInteger noticed = new AtomicInteger();
    robot.interact(
        () ->
            App.whenPainted(
                workbench.view.getScene(), workbench.window.selection(), noticed::incrementAndGet));
    open(robot);

    TestWindow.waitUntil("it is noticed", () -> noticed.get() == 1);
    robot.interact(() -> workbench.view.panes.show(MetadataPane.DESCRIPTOR));
    Pulses.settle();
    assertThat(noticed).hasValue(1);
  }

  @Test
  void openingDocumentDoesNotCountAsPainted(FxRobot robot) {
    AtomicInteger noticed = new AtomicInteger();
    robot.interact(
        () -> {
          workbench.window.selection().show(new DocumentState.Opening(folder));
          App.whenPainted(
              workbench.view.getScene(), workbench.window.selection(), noticed::incrementAndGet);
        });
    frames(robot, 5);
    assertThat(noticed).hasValue(0);

    open(robot);
    TestWindow.assertEventually(() -> assertThat(noticed.get()).isEqualTo(1));
  }

  private void frames(FxRobot robot, int count) {
    AtomicInteger frameCount = new AtomicInteger();
    robot.interact(
        () -> workbench.view.getScene().addPostLayoutPulseListener(frameCount::incrementAndGet));
    for (int i = 0; i < count; i++) {
      int before = frameCount.get();
      robot.interact(Platform::requestNextPulse);
      TestWindow.waitUntil("a frame is laid out", () -> frameCount.get() > before);
    }
  }

  @Test
  void firstFrameShowsTheTreeAndLaterPartsMoveNothing(FxRobot robot) {
    Path path = folder.resolve("samples").resolve("rich-metadata.safetensors");
    Workbench[] other = new Workbench[1];
    robot.interact(
        () -> {
          other[0] = new Workbench(new TestEnvironment(folder).build(), Optional.of(path));
          workbench.view.getScene().setRoot(other[0].view);
          other[0].open(path);
        });
    TestWindow.waitUntil(
        "it is open", () -> other[0].window.selection().openDocument().isPresent());
    Pulses.settle();
    for (String id : List.of("overview-view", "status-contents", "file-map-legend")) {
      assertThat(isThere(robot, id)).as(id).isFalse();
    }
    assertThat(robot.lookup("#document-name").queryLabeled().getText())
        .isEqualTo("rich-metadata.safetensors");
    List<Bounds> before = places(robot);

    robot.interact(() -> other[0].window.firstFrame().markShown());
    Pulses.settle();

    for (String id : List.of("overview-metadata", "status-contents", "file-map-legend")) {
      assertThat(isThere(robot, id)).as(id).isTrue();
    }
    assertThat(places(robot)).isEqualTo(before);
    robot.interact(() -> other[0].close());
  }

  private static List<Bounds> places(FxRobot robot) {
    return Stream.of("#tensor-tree", "#detail-tabs")
        .map(id -> robot.lookup(id).<Node>query())
        .map(node -> node.localToScene(node.getLayoutBounds()))
        .toList();
  }

  @Test
  void hiddenPartsAreCreatedWhenOpened(FxRobot robot) {
    open(robot);
    for (String id : List.of("palette", "jobs-close", "find-bar")) {
      assertThat(isThere(robot, id)).as(id).isFalse();
    }

    robot.interact(() -> workbench.window.commands().run(Command.FIND_BYTES));
    robot.interact(() -> workbench.window.commands().run(Command.SHOW_JOBS));
    robot.interact(() -> workbench.window.commands().run(Command.PALETTE));

    for (String id : List.of("palette", "jobs-close", "find-bar")) {
      assertThat(isThere(robot, id)).as(id).isTrue();
    }
  }

  @Test
  void startPageIsCreatedOnlyIfNothingIsOpened(FxRobot robot) {
    Path path = folder.resolve("samples").resolve("rich-metadata.safetensors");
    Workbench[] other = new Workbench[1];
    robot.interact(
        () -> other[0] = new Workbench(new TestEnvironment(folder).build(), Optional.of(path)));

    assertThat(other[0].view.lookup("#library-view")).isNull();
    robot.interact(() -> other[0].open(path));
    TestWindow.waitUntil(
        "it is open", () -> other[0].window.selection().openDocument().isPresent());
    robot.interact(() -> other[0].window.commands().run(Command.CLOSE));

    assertThat(other[0].view.lookup("#library-view")).isNotNull();
    robot.interact(() -> other[0].close());
  }
}
