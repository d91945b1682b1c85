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

  private Workspace workspace;

  @BeforeAll
  static void writeSamples() throws IOException {
    DemoSamples.write(folder.resolve("samples"));
  }

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).build());
    TestWindow.show(stage, workspace.view, 1000, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private void open(FxRobot robot) {
    robot.interact(
        () ->
            workspace.opener.open(folder.resolve("samples").resolve("rich-metadata.safetensors")));
    TestWindow.waitUntil(
        "it is open",
        () -> workspace.context.selection().documentProperty().get() instanceof DocumentState.Open);
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

    robot.interact(() -> workspace.view.panes.show(MetadataPane.DESCRIPTOR));

    TestWindow.assertEventually(
        () ->
            assertThat(robot.lookup("#metadata-table").tryQuery().filter(Node::isVisible))
                .isPresent());
  }

  @Test
  void paneIsReusedWhenShownAgain(FxRobot robot) {
    open(robot);
    robot.interact(() -> workspace.view.panes.show(MetadataPane.DESCRIPTOR));
    Node before = robot.lookup("#metadata-view").query();

    robot.interact(() -> workspace.view.panes.show(ProblemsPane.DESCRIPTOR));
    robot.interact(() -> workspace.view.panes.show(MetadataPane.DESCRIPTOR));

    assertThat(robot.lookup("#metadata-view").<Node>query()).isSameAs(before);
  }

  @Test
  void thePaintedDocumentIsNoticedOnce(FxRobot robot) {
    AtomicInteger noticed = new AtomicInteger();
    robot.interact(
        () ->
            App.whenPainted(
                workspace.view.getScene(),
                workspace.context.selection(),
                noticed::incrementAndGet));
    open(robot);

    TestWindow.waitUntil("it is noticed", () -> noticed.get() == 1);
    robot.interact(() -> workspace.view.panes.show(MetadataPane.DESCRIPTOR));
    Pulses.settle();
    assertThat(noticed).hasValue(1);
  }

  @Test
  void openingDocumentDoesNotCountAsPainted(FxRobot robot) {
    AtomicInteger noticed = new AtomicInteger();
    robot.interact(
        () -> {
          workspace.context.selection().show(new DocumentState.Opening(folder));
          App.whenPainted(
              workspace.view.getScene(), workspace.context.selection(), noticed::incrementAndGet);
        });
    frames(robot, 5);
    assertThat(noticed).hasValue(0);

    open(robot);
    TestWindow.assertEventually(() -> assertThat(noticed.get()).isEqualTo(1));
  }

  private void frames(FxRobot robot, int count) {
    AtomicInteger frameCount = new AtomicInteger();
    robot.interact(
        () -> workspace.view.getScene().addPostLayoutPulseListener(frameCount::incrementAndGet));
    for (int i = 0; i < count; i++) {
      int before = frameCount.get();
      robot.interact(Platform::requestNextPulse);
      TestWindow.waitUntil("a frame is laid out", () -> frameCount.get() > before);
    }
  }

  @Test
  void firstFrameShowsTheTreeAndLaterPartsMoveNothing(FxRobot robot) {
    Path path = folder.resolve("samples").resolve("rich-metadata.safetensors");
    Workspace[] other = new Workspace[1];
    robot.interact(
        () -> {
          other[0] = new Workspace(new TestEnvironment(folder).build(), Optional.of(path));
          workspace.view.getScene().setRoot(other[0].view);
          other[0].opener.open(path);
        });
    TestWindow.waitUntil(
        "it is open", () -> other[0].context.selection().openDocument().isPresent());
    Pulses.settle();
    for (String id : List.of("overview-view", "status-contents", "file-map-legend")) {
      assertThat(isThere(robot, id)).as(id).isFalse();
    }
    assertThat(robot.lookup("#document-name").queryLabeled().getText())
        .isEqualTo("rich-metadata.safetensors");
    List<Bounds> before = places(robot);

    robot.interact(() -> other[0].firstFrame.markShown());
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

    robot.interact(() -> workspace.context.commands().run(Command.FIND_BYTES));
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_JOBS));
    robot.interact(() -> workspace.context.commands().run(Command.PALETTE));

    for (String id : List.of("palette", "jobs-close", "find-bar")) {
      assertThat(isThere(robot, id)).as(id).isTrue();
    }
  }

  @Test
  void startPageIsCreatedOnlyIfNothingIsOpened(FxRobot robot) {
    Path path = folder.resolve("samples").resolve("rich-metadata.safetensors");
    Workspace[] other = new Workspace[1];
    robot.interact(
        () -> other[0] = new Workspace(new TestEnvironment(folder).build(), Optional.of(path)));

    assertThat(other[0].view.lookup("#library-view")).isNull();
    robot.interact(() -> other[0].opener.open(path));
    TestWindow.waitUntil(
        "it is open", () -> other[0].context.selection().openDocument().isPresent());
    robot.interact(() -> other[0].context.commands().run(Command.CLOSE));

    assertThat(other[0].view.lookup("#library-view")).isNotNull();
    robot.interact(() -> other[0].close());
  }
}
