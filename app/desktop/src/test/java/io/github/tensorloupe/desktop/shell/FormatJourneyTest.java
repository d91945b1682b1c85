package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.problems.ProblemsPane;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Opens a model without `format=pt` and adds it, in the whole window.
@ExtendWith(StageExtension.class)
class FormatJourneyTest {

  @TempDir Path folder;

  private Workspace workspace;

  @BeforeEach
  void writeSet() throws IOException {
    shard(1, "model.layers.0.self_attn.q_proj.weight").write(shardFile(1));
    shard(2, "model.layers.1.self_attn.q_proj.weight").write(shardFile(2));
    Files.writeString(
        folder.resolve("model.safetensors.index.json"),
        """
        {"metadata":{},"weight_map":{
          "model.layers.0.self_attn.q_proj.weight":"model-00001-of-00002.safetensors",
          "model.layers.1.self_attn.q_proj.weight":"model-00002-of-00002.safetensors"}}
        """);
  }

  private static TensorFiles shard(int number, String name) {
    return new TensorFiles().tensor(name, Dtype.F16, new byte[] {1, 2, (byte) number, 4}, 2, 1);
  }

  private Path shardFile(int number) {
    return folder.resolve("model-0000%d-of-00002.safetensors".formatted(number));
  }

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).build());
    TestWindow.show(stage, workspace.view, 1000, 800);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private void open(FxRobot robot, Path path) {
    robot.interact(() -> workspace.opener.open(path));
    TestWindow.waitUntil(
        "it is summed up", () -> robot.lookup("#overview-title").tryQuery().isPresent());
  }

  private FileDocument document() {
    return workspace.context.selection().openDocument().orElseThrow();
  }

  private boolean lacksFormat() {
    return document().findings().stream()
        .anyMatch(located -> located.finding().code() == FindingCode.MISSING_FORMAT);
  }

  private static Button remedy(FxRobot robot) {
    return robot.lookup("#overview-identity #remedy-text-add-format").queryButton();
  }

  private static Map<String, String> onDisk(Path path) throws IOException {
    try (TensorFile open = TensorFile.open(path)) {
      return open.header().metadata().orElse(Metadata.EMPTY).entries();
    }
  }

  @Test
  void oneClickAddsItToEveryShardAndSavingWritesIt(FxRobot robot) throws Exception {
    open(robot, folder.resolve("model.safetensors.index.json"));
    assertThat(lacksFormat()).isTrue();

    robot.interact(() -> remedy(robot).fire());

    assertThat(workspace.context.edits().pending())
        .singleElement()
        .satisfies(
            edited -> {
              assertThat(edited.files()).hasSize(2);
              assertThat(edited.edits().metadata().entries()).containsEntry("format", "pt");
            });
    assertThat(remedy(robot).isVisible()).isFalse();

    robot.push(new KeyCodeCombination(KeyCode.S, KeyCombination.SHORTCUT_DOWN));
    TestWindow.waitUntil(
        "it can be saved",
        () -> robot.lookup("#save-save").tryQuery().filter(node -> !node.isDisabled()).isPresent());
    robot.interact(() -> robot.lookup("#save-save").queryButton().fire());
    TestWindow.waitUntil(
        "both are saved",
        () -> !workspace.context.edits().changedProperty().get() && !lacksFormat());

    assertThat(onDisk(shardFile(1))).containsExactly(Map.entry("format", "pt"));
    assertThat(onDisk(shardFile(2))).containsExactly(Map.entry("format", "pt"));
  }

  @Test
  void undoRemovesTheAddedFormat(FxRobot robot) {
    open(robot, folder);
    robot.interact(() -> remedy(robot).fire());

    robot.push(new KeyCodeCombination(KeyCode.Z, KeyCombination.SHORTCUT_DOWN));

    assertThat(workspace.context.edits().changedProperty().get()).isFalse();
    assertThat(remedy(robot).isVisible()).isTrue();
  }

  @Test
  void theProblemsPaneOffersIt(FxRobot robot) {
    open(robot, shardFile(1));

    robot.interact(() -> workspace.view.panes.show(ProblemsPane.DESCRIPTOR));

    TestWindow.assertEventually(
        () ->
            assertThat(
                    robot
                        .lookup("#problems-list #remedy-text-add-format")
                        .tryQuery()
                        .filter(Node::isVisible))
                .isPresent());
  }

  @Test
  void adapterNeedsNoFormat(FxRobot robot) throws IOException {
    Path file =
        new TensorFiles()
            .tensor("base_model.model.a.lora_A.weight", Dtype.F16, new byte[4], 2, 1)
            .write(folder.resolve("adapter.safetensors"));
    open(robot, file);

    assertThat(lacksFormat()).isFalse();
    assertThat(robot.lookup("#overview-title").queryAs(Labeled.class).getText())
        .isEqualTo("LoRA adapter");
    assertThat(robot.lookup("#identity-format").tryQuery()).isEmpty();
  }
}
