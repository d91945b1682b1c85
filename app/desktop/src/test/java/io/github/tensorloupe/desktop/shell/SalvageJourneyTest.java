package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.overview.OverviewPane;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Salvages the remaining tensors of a damaged checkpoint, in the whole window.
@ExtendWith(StageExtension.class)
class SalvageJourneyTest {

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

  private Path cut(String name, int missing) throws IOException {
    Path file =
        new TensorFiles()
            .floats(name + ".a", 1, 2)
            .floats(name + ".b", 3, 4)
            .metadata("format", "pt")
            .write(folder.resolve(name));
    byte[] whole = Files.readAllBytes(file);
    return Files.write(file, Arrays.copyOf(whole, whole.length - missing));
  }

  private Path setWithACutShard() throws IOException {
    new TensorFiles().floats("w", 1).write(folder.resolve("m-00001-of-00002.safetensors"));
    cut("m-00002-of-00002.safetensors", 3);
    return Files.write(
        folder.resolve("m.safetensors.index.json"),
        SampleBytes.index(
            "w", "m-00001-of-00002.safetensors",
            "m-00002-of-00002.safetensors.a", "m-00002-of-00002.safetensors",
            "m-00002-of-00002.safetensors.b", "m-00002-of-00002.safetensors"));
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

  private static String notice(FxRobot robot) {
    return robot.lookup("#salvage .notice .label").queryAll().stream()
        .map(node -> ((Labeled) node).getText())
        .findFirst()
        .orElse("");
  }

  @Test
  void theCutShardOfASetIsNamedSalvagedAndTheNewFileOpened(FxRobot robot) throws IOException {
    open(robot, setWithACutShard());
    assertThat(text(robot, "overview-verdict-sentence"))
        .startsWith("The shard m-00002-of-00002.safetensors is refused: ")
        .contains("the file is truncated: expected 224 bytes, found 221")
        .contains("1 tensor is cut");

    robot.clickOn("#overview-verdict #remedy-text-salvage");
    assertThat(text(robot, "salvage-subtitle")).isEqualTo("m-00002-of-00002.safetensors");
    TestWindow.waitUntil("it is planned", () -> !text(robot, "salvage-summary").isEmpty());
    assertThat(text(robot, "salvage-summary")).startsWith("1 of the 2 tensors");
    assertThat(text(robot, "salvage-left")).isEqualTo("m-00002-of-00002.safetensors.b: cut");

    Path out = folder.resolve("new.safetensors");
    dialogs.target = Optional.of(out);
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("it is written", () -> notice(robot).contains("new.safetensors"));
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil(
        "the new file is open",
        () ->
            workspace.context.selection().documentProperty().get()
                    instanceof DocumentState.Open(FileDocument open)
                && open.checkpoint().path().equals(out));

    assertThat(isShown(robot, "salvage")).isFalse();
    TestWindow.waitUntil("it loads", () -> text(robot, "overview-loads").equals("Loads"));
    try (TensorFile written = TensorFile.open(out)) {
      assertThat(written.isRefused()).isFalse();
      assertThat(written.header().tensors()).hasSize(1);
      assertThat(written.header().metadata().orElseThrow().entries()).containsEntry("format", "pt");
    }
  }

  @Test
  void damagedFileAtTheCaretIsSelectedFirst(FxRobot robot) throws IOException {
    cut("a.safetensors", 1);
    cut("b.safetensors", 5);
    open(robot, folder);
    robot.interact(() -> assertThat(workspace.selectTensor("b.safetensors.a")).isTrue());
    robot.interact(() -> workspace.view.panes.show(OverviewPane.DESCRIPTOR));
    robot.interact(
        () -> robot.lookup("#overview-verdict #remedy-text-salvage").queryButton().fire());
    assertThat(text(robot, "salvage-subtitle")).isEqualTo("b.safetensors");

    ComboBox<TensorFile> choice = robot.lookup("#salvage-file").queryComboBox();
    robot.interact(() -> choice.getSelectionModel().select(0));
    assertThat(text(robot, "salvage-subtitle")).isEqualTo("a.safetensors");
    TestWindow.waitUntil(
        "it is planned", () -> text(robot, "salvage-summary").contains("a.safetensors"));
    robot.push(KeyCode.ESCAPE);
    assertThat(isShown(robot, "salvage")).isFalse();
  }

  @Test
  void theDamagedFileIsNotWrittenTo(FxRobot robot) throws IOException {
    Path file = cut("m.safetensors", 3);
    byte[] before = Files.readAllBytes(file);
    open(robot, file);
    robot.clickOn("#overview-verdict #remedy-text-salvage");
    TestWindow.waitUntil("it is planned", () -> !text(robot, "salvage-summary").isEmpty());
    dialogs.target = Optional.of(file);
    robot.clickOn("#salvage-copy");
    TestWindow.waitUntil("the panel reports it", () -> notice(robot).contains("being read"));
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void nothingIsOfferedForAFileThatLoads(FxRobot robot) throws IOException {
    open(robot, cut("m.safetensors", 0));
    assertThat(isShown(robot, "remedy-text-salvage")).isFalse();
  }
}
