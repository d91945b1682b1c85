package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.SampleBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
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

/// Repairs a file that is refused because of a single fault, in the whole window.
@ExtendWith(StageExtension.class)
class RepairJourneyTest {

  @TempDir private Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Workspace workspace;

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).dialogs(dialogs).build());
    TestWindow.show(stage, workspace.view, 1000, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static final byte[] WHOLE = SampleBytes.bytes((byte) 1, (byte) 2);

  private Path withTrailingBytes() throws IOException {
    return Files.write(folder.resolve("m.safetensors"), Arrays.copyOf(WHOLE, WHOLE.length + 3));
  }

  private void open(FxRobot robot, Path path) {
    robot.interact(() -> workspace.opener.open(path));
    TestWindow.waitUntil(
        path + " is open",
        () ->
            workspace.context.selection().documentProperty().get()
                    instanceof DocumentState.Open(FileDocument open)
                && open.checkpoint().path().equals(path));
  }

  private static boolean isShown(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQuery().filter(Node::isVisible).isPresent();
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static void awaitRemedy(FxRobot robot) {
    TestWindow.waitUntil(
        "the repair is offered",
        () ->
            robot
                .lookup("#overview-verdict #remedy-text-repair")
                .tryQuery()
                .filter(Node::isVisible)
                .isPresent());
  }

  @Test
  void trailingBytesAreShownAndCutOffAndTheFileLoads(FxRobot robot) throws IOException {
    Path file = withTrailingBytes();
    open(robot, file);
    awaitRemedy(robot);
    robot.clickOn("#overview-verdict #remedy-text-repair");
    TestWindow.waitUntil("it is planned", () -> !text(robot, "repair-change").isEmpty());
    assertThat(text(robot, "repair-change")).contains("3 bytes from byte " + WHOLE.length);
    assertThat(file).hasSize(WHOLE.length + 3);

    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("it is reported", () -> text(robot, "status-notice").contains("is saved"));
    assertThat(file).hasBinaryContent(WHOLE);
    assertThat(isShown(robot, "repair")).isFalse();
    TestWindow.waitUntil("it loads", () -> text(robot, "overview-loads").equals("Loads"));
  }

  @Test
  void repairedCopyIsOpenedOnRequest(FxRobot robot) throws IOException {
    Path file = withTrailingBytes();
    byte[] before = Files.readAllBytes(file);
    Path out = folder.resolve("copy.safetensors");
    dialogs.target = Optional.of(out);
    open(robot, file);
    awaitRemedy(robot);
    robot.clickOn("#overview-verdict #remedy-text-repair");
    TestWindow.waitUntil("it is planned", () -> !text(robot, "repair-change").isEmpty());
    robot.clickOn("#repair-copy");
    TestWindow.waitUntil("it is written", () -> isShown(robot, "repair-open"));
    robot.clickOn("#repair-open");
    TestWindow.waitUntil(
        "the copy is open",
        () ->
            workspace.context.selection().documentProperty().get()
                    instanceof DocumentState.Open(FileDocument open)
                && open.checkpoint().path().equals(out));
    assertThat(out).hasBinaryContent(WHOLE);
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void nothingIsOfferedWhereNothingIsCertain(FxRobot robot) throws IOException {
    open(
        robot,
        Files.write(folder.resolve("m.safetensors"), Arrays.copyOf(WHOLE, WHOLE.length - 1)));
    TestWindow.waitUntil("nothing runs", () -> workspace.context.jobs().running().isEmpty());
    assertThat(isShown(robot, "remedy-text-repair")).isFalse();
  }
}
