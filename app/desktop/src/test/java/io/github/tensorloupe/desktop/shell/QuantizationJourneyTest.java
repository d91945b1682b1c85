package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableCell;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Finds out that weights are quantized, and which weights are broken.
@ExtendWith(StageExtension.class)
class QuantizationJourneyTest {

  private static final int LAYERS = 150;
  private static final int BROKEN = 117;
  private static final String WEIGHT = "model.layers.%d.self_attn.q_proj.weight";

  @TempDir Path folder;

  private final ChosenSettings settings = ChosenSettings.inMemory(Settings.DEFAULT);
  private Workspace workspace;

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).settings(settings).build());
    TestWindow.show(stage, workspace.view, 1300, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  /// Writes FP8 weights with a scale each, except for the layer `withoutScale`.
  private Path write(int withoutScale, float brokenScale) throws IOException {
    Files.writeString(
        folder.resolve("config.json"),
        """
        {"quantization_config": {"quant_method": "fp8", "fmt": "e4m3"}}\
        """);
    TensorFiles file = new TensorFiles();
    byte[] codes = new byte[16];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (byte) (0x30 + i);
    }
    for (int layer = 0; layer < LAYERS; layer++) {
      file.tensor(WEIGHT.formatted(layer), Dtype.F8_E4M3, codes, 4, 4);
      if (layer != withoutScale) {
        float scale = layer == BROKEN ? brokenScale : 0.01f;
        ByteBuffer bytes = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
        file.tensor(WEIGHT.formatted(layer) + "_scale", Dtype.F32, bytes.putFloat(scale).array());
      }
    }
    return file.write(folder.resolve("model.safetensors"));
  }

  private void open(FxRobot robot, Path file) {
    robot.interact(() -> workspace.opener.open(file));
    TestWindow.waitUntil(
        "the weights are known",
        () -> workspace.context.selection().quantizationProperty().get().isPresent());
  }

  private static Optional<String> text(FxRobot robot, String query) {
    return robot.lookup(query).tryQueryAs(Labeled.class).map(Labeled::getText);
  }

  @Test
  void missingScaleAmongHundredsOfTensorsIsTwoClicksAwayFromTheOverview(FxRobot robot)
      throws IOException {
    open(robot, write(BROKEN, 1));
    TestWindow.waitUntil(
        "the overview reports it",
        () ->
            text(robot, "#overview-weights").equals(Optional.of("1 error in a quantized weight")));
    assertThat(text(robot, "#fact-quantization")).contains("FP8, 8-bit");

    robot.clickOn("#overview-weights");
    TestWindow.waitUntil(
        "it is listed", () -> robot.lookup("scale-missing").tryQuery().isPresent());
    robot.clickOn("scale-missing");

    assertThat(workspace.context.selection().tensorProperty().get().map(TensorRef::info))
        .hasValueSatisfying(it -> assertThat(it.name()).isEqualTo(WEIGHT.formatted(BROKEN)));
  }

  @Test
  void scaleThatIsNanIsFoundOnceTheValuesAreScannedAndMarksTheRowOfItsWeight(FxRobot robot)
      throws IOException {
    open(robot, write(-1, Float.NaN));
    TestWindow.waitUntil(
        "the overview reports it",
        () ->
            text(robot, "#overview-weights").equals(Optional.of("1 error in a quantized weight")));

    robot.interact(() -> workspace.selectTensor(WEIGHT.formatted(BROKEN)));

    TestWindow.waitUntil(
        "the row of the weight is marked",
        () -> cells(robot, ".health-cell").anyMatch(it -> it.contains("_scale contains 1 NaN")));
    TestWindow.assertEventually(
        () -> {
          assertThat(robot.lookup(BROKEN + ".self_attn.q_proj.weight").tryQuery()).isPresent();
          assertThat(robot.lookup("weight_scale").tryQuery()).isEmpty();
        });
  }

  private static Stream<String> cells(FxRobot robot, String query) {
    return robot.lookup(query).queryAllAs(TableCell.class).stream()
        .map(cell -> String.valueOf(cell.getAccessibleText()));
  }
}
