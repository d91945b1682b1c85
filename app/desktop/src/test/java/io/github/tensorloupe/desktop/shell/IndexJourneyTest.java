package io.github.tensorloupe.desktop.shell;

import static io.github.tensorloupe.testing.ShardFolder.name;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.testing.ShardFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Replaces an index that does not fit its shards, in the whole window.
@ExtendWith(StageExtension.class)
class IndexJourneyTest {

  private static final String REMEDY = "#overview-verdict #remedy-text-write-index";

  @TempDir private Path path;

  private Workspace workspace;
  private ShardFolder folder;

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(path).build());
    TestWindow.show(stage, workspace.view, 1000, 900);
    folder = new ShardFolder(path);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private ShardFolder shards() throws IOException {
    return folder.shard(1, 2, "a", "b").shard(2, 2, "c");
  }

  private ShardFolder wrongSet() throws IOException {
    return shards()
        .index(
            "\"total_size\":7",
            "a",
            name(1, 2),
            "b",
            name(2, 2),
            "gone",
            name(2, 2),
            "c",
            name(2, 2));
  }

  private List<LocatedFinding> findings() {
    return workspace.context.selection().openDocument().orElseThrow().findings();
  }

  private void open(FxRobot robot) {
    robot.interact(() -> workspace.opener.open(path));
    TestWindow.waitUntil(
        "it is open",
        () -> workspace.context.selection().documentProperty().get() instanceof DocumentState.Open);
  }

  private static boolean isShown(FxRobot robot, String query) {
    return robot.lookup(query).tryQuery().filter(Node::isVisible).isPresent();
  }

  private static String panelText(FxRobot robot) {
    return robot.lookup("#index .label").queryAll().stream()
        .map(node -> ((Labeled) node).getText())
        .collect(Collectors.joining("\n"));
  }

  private static void awaitPanel(FxRobot robot, String part) {
    TestWindow.waitUntil("the panel says " + part, () -> panelText(robot).contains(part));
  }

  private static void awaitShown(FxRobot robot, String query) {
    TestWindow.waitUntil(query + " is shown", () -> isShown(robot, query));
  }

  @Test
  void wrongIndexIsReportedAndReplaced(FxRobot robot) throws IOException {
    wrongSet();
    String before = Files.readString(folder.index());
    open(robot);
    assertThat(findings())
        .extracting(located -> located.finding().code())
        .containsExactly(
            FindingCode.TENSOR_NOT_IN_SHARD,
            FindingCode.TENSOR_IN_OTHER_SHARD,
            FindingCode.TOTAL_SIZE_WRONG);
    awaitShown(robot, REMEDY);

    robot.clickOn(REMEDY);
    awaitPanel(robot, "total_size changes from 7 to 48 bytes.");
    assertThat(panelText(robot))
        .contains("with 3 tensors in 2 shards")
        .contains("Removes 1 tensor that is in no shard:\ngone  (" + name(2, 2) + ")")
        .contains("Corrects the shard of 1 tensor:\nb  (" + name(1, 2) + ")");
    robot.push(KeyCode.ENTER);

    TestWindow.waitUntil(
        "the set is in order",
        () ->
            workspace
                .context
                .selection()
                .openDocument()
                .filter(open -> open.findings().isEmpty())
                .isPresent());
    assertThat(isShown(robot, "#index")).isFalse();
    assertThat(path.resolve(ShardFolder.INDEX + ".bak")).hasContent(before);
    robot.interact(() -> assertThat(isShown(robot, REMEDY)).isFalse());
  }

  @Test
  void shardsWithoutAnIndexGetOne(FxRobot robot) throws IOException {
    shards();
    open(robot);

    robot.interact(() -> workspace.context.commands().run(Command.WRITE_INDEX));
    awaitPanel(robot, "Writes a new index with 3 tensors in 2 shards");
    assertThat(isShown(robot, "#index-keep-old")).isFalse();
    robot.clickOn("#index-write");

    TestWindow.waitUntil("the index is there", () -> Files.exists(folder.index()));
  }

  @Test
  void obstaclesAreReportedAndPreventWriting(FxRobot robot) throws IOException {
    wrongSet();
    Files.write(path.resolve(name(2, 2)), new byte[5]);
    open(robot);

    robot.interact(() -> workspace.context.commands().run(Command.WRITE_INDEX));
    awaitPanel(robot, name(2, 2) + " is refused");
    assertThat(isShown(robot, "#index-write")).isFalse();
    robot.push(KeyCode.ESCAPE);
    assertThat(isShown(robot, "#index")).isFalse();
  }

  @Test
  void aChangeByAnotherProgramKeepsTheIndexFromBeingWritten(FxRobot robot) throws IOException {
    wrongSet();
    open(robot);
    awaitShown(robot, REMEDY);
    robot.clickOn(REMEDY);
    awaitPanel(robot, "total_size changes");
    folder.index("\"total_size\":8", "a", name(1, 2));
    String changed = Files.readString(folder.index());

    robot.clickOn("#index-write");
    awaitPanel(robot, "was changed by another program");
    assertThat(folder.index()).hasContent(changed);

    robot.clickOn("#index-again");
    awaitPanel(robot, "total_size changes from 8 to 48 bytes.");
    robot.push(KeyCode.ESCAPE);
    assertThat(folder.index()).hasContent(changed);
  }

  @Test
  void aRefusalCanBeCheckedAgainSeveralTimes(FxRobot robot) throws IOException {
    wrongSet();
    Files.write(path.resolve(name(2, 2)), new byte[5]);
    open(robot);
    robot.interact(() -> workspace.context.commands().run(Command.WRITE_INDEX));
    awaitPanel(robot, name(2, 2) + " is refused");

    for (int i = 0; i < 2; i++) {
      robot.clickOn("#index-again");
      TestWindow.waitUntil("it is checked", () -> workspace.context.jobs().running().isEmpty());
      assertThat(robot.lookup("#index-again").query().isDisabled()).isFalse();
    }
  }

  @Test
  void aSetInOrderHasNothingToWrite(FxRobot robot) throws IOException {
    shards().index("\"total_size\":48", "a", name(1, 2), "b", name(1, 2), "c", name(2, 2));
    open(robot);

    robot.interact(() -> workspace.context.commands().run(Command.WRITE_INDEX));
    assertThat(isShown(robot, "#index")).isFalse();
    assertThat(findings()).noneMatch(located -> located.finding().severity() != Severity.INFO);
  }
}
