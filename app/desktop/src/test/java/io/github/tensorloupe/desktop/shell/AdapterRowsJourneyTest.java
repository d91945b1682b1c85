package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableCell;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Reads a LoRA by its modules and inspects the factors of one module.
@ExtendWith(StageExtension.class)
class AdapterRowsJourneyTest {

  @TempDir Path folder;

  private Workspace workspace;

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).build());
    TestWindow.show(stage, workspace.view, 1200, 800);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private Path write() throws IOException {
    TensorFiles file = new TensorFiles();
    for (int layer = 0; layer < 3; layer++) {
      String module = "lora_unet_mid_block_attentions_%d_to_q".formatted(layer);
      file.floats(module + ".alpha", 4);
      file.tensor(module + ".lora_down.weight", Dtype.F32, new byte[4 * 2 * 6], 2, 6);
      file.tensor(module + ".lora_up.weight", Dtype.F32, new byte[4 * 5 * 2], 5, 2);
    }
    return file.write(folder.resolve("style.safetensors"));
  }

  private static List<String> cells(FxRobot robot, String style) {
    return robot.lookup(style).queryAll().stream()
        .filter(TableCell.class::isInstance)
        .map(cell -> ((Labeled) cell).getText())
        .filter(Objects::nonNull)
        .toList();
  }

  private void expectValuesOf(FxRobot robot, String tensor) {
    TestWindow.assertEventually(
        () ->
            assertThat(
                    robot
                        .lookup("#values-name")
                        .tryQueryAs(Labeled.class)
                        .filter(name -> name.getText().endsWith(tensor)))
                .isPresent());
  }

  @Test
  void eachModuleIsARowWithKindAndRankThatOpensToItsFactors(FxRobot robot) throws IOException {
    Path file = write();
    robot.interact(() -> workspace.opener.open(file));
    TestWindow.waitUntil(
        "each module is a row",
        () ->
            cells(robot, ".dtype").equals(List.of("LoRA r2", "LoRA r2", "LoRA r2"))
                && cells(robot, ".shape-cell").contains("5 × 6"));
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_VALUES));

    robot.clickOn("1_to_q");
    expectValuesOf(robot, "attentions_1_to_q.lora_up.weight");
    robot.push(KeyCode.RIGHT);
    TestWindow.waitUntil(
        "its other tensors are below", () -> cells(robot, ".dtype").contains("F32"));
    assertThat(robot.lookup("alpha").tryQuery()).isPresent();

    robot.clickOn("lora_down.weight");
    expectValuesOf(robot, "attentions_1_to_q.lora_down.weight");
  }
}
