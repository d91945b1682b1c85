package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.WeightSelection;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.WeightForm;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.ElementPlace;
import io.github.tensorloupe.quantization.QuantizedWeight;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.ToggleButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Examines the codes, scales and values of quantized weights, and navigates from a value to its
/// bytes and back.
@ExtendWith(StageExtension.class)
class WeightJourneyTest {

  @TempDir static Path folder;

  private final ChosenSettings settings = ChosenSettings.inMemory(Settings.DEFAULT);
  private Path own;
  private Workspace workspace;

  @Start
  void show(Stage stage) throws IOException {
    own = Files.createTempDirectory(folder, "weights");
    workspace = new Workspace(new TestEnvironment(folder).settings(settings).build());
    TestWindow.show(stage, workspace.view, 1200, 800);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private Path fp8() throws IOException {
    ByteBuffer scales = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    scales.putFloat(0.5f).putFloat(4);
    // The codes of 1, 1.5, 2 and 1, 1.5, 2.
    byte[] codes = {0x38, 0x3c, 0x40, 0x38, 0x3c, 0x40};
    return new TensorFiles()
        .tensor("x.weight", Dtype.F8_E4M3, codes, 2, 3)
        .tensor("x.weight_scale", Dtype.F32, scales.array(), 2, 1)
        .floats("plain", 1, 2, 3)
        .write(own.resolve("fp8.safetensors"));
  }

  private void open(FxRobot robot, Path path, String tensor) {
    robot.interact(() -> workspace.opener.open(path));
    TestWindow.waitUntil(path + " is open", () -> selection().openDocument().isPresent());
    TestWindow.waitUntil(
        "weights are found", () -> selection().quantizationProperty().get().isPresent());
    robot.interact(() -> assertThat(workspace.selectTensor(tensor)).isTrue());
  }

  private Selection selection() {
    return workspace.context.selection();
  }

  private WeightSelection weights() {
    return workspace.weights;
  }

  private QuantizedWeight weight() {
    return weights().weightProperty().get().orElseThrow();
  }

  private long caret() {
    return selection().caretProperty().get().orElseThrow().byteOffset();
  }

  private void turnTo(FxRobot robot, Command pane) {
    robot.interact(() -> workspace.context.commands().run(pane));
  }

  private static boolean isShown(Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (!at.isVisible()) {
        return false;
      }
    }
    return node.getScene() != null;
  }

  private static Optional<Node> findShown(FxRobot robot, String query) {
    return robot.lookup(query).queryAll().stream().filter(WeightJourneyTest::isShown).findFirst();
  }

  private static String text(FxRobot robot, String query) {
    return findShown(robot, query).map(node -> ((Labeled) node).getText()).orElse("");
  }

  private static void expectText(FxRobot robot, String query, String part) {
    TestWindow.assertEventually(() -> assertThat(text(robot, query)).contains(part));
  }

  private static void choose(FxRobot robot, String form) {
    robot.interact(() -> ((ToggleButton) findShown(robot, "#weight-" + form).orElseThrow()).fire());
  }

  private void press(FxRobot robot, String button) {
    robot.interact(() -> ((Button) findShown(robot, button).orElseThrow()).fire());
  }

  private void goToElement(FxRobot robot, long element) {
    Selection values = weights().of(WeightForm.VALUES);
    TensorRef logical = values.tensorProperty().get().orElseThrow();
    long begin = logical.data().orElseThrow().range().begin();
    robot.interact(
        () ->
            values.select(
                logical, begin + new ElementPosition(logical.info(), element).byteOffset()));
  }

  @Test
  void valuesOfAnFp8WeightLeadToTheirBytesAndBack(FxRobot robot) throws IOException {
    open(robot, fp8(), "x.weight");
    turnTo(robot, Command.SHOW_VALUES);
    expectText(robot, "#weight-about", "FP8, 8-bit");
    expectText(robot, "#values-value", "= 0.5");

    goToElement(robot, 4);

    expectText(robot, "#values-value", "= 6");
    ElementPlace code = weight().codeOf(4).orElseThrow();
    assertThat(caret()).isEqualTo(code.bytes().begin());
    press(robot, "#weight-scale");
    TestWindow.waitUntil(
        "the caret is on the scale",
        () -> selection().tensorProperty().get().orElseThrow().info().name().endsWith("_scale"));
    assertThat(text(robot, "#values-value")).isEqualTo("= 6");
    assertThat(text(robot, "#weight-codes")).isEqualTo("Stored");
    press(robot, "#weight-code");
    assertThat(caret()).isEqualTo(code.bytes().begin());

    robot.interact(() -> selection().placeCaret(code.part().file(), code.bytes().begin() - 2));

    expectText(robot, "#values-value", "= 1");
    assertThat(weights().element()).isEqualTo(OptionalLong.of(2));
  }

  @Test
  void chosenFormHoldsForAllPanesAndIsRemembered(FxRobot robot) throws IOException {
    open(robot, fp8(), "x.weight");
    for (Command pane :
        new Command[] {Command.SHOW_VALUES, Command.SHOW_HEATMAP, Command.SHOW_HISTOGRAM}) {
      turnTo(robot, pane);
      String shape =
          switch (pane) {
            case SHOW_VALUES -> "#values-name";
            case SHOW_HEATMAP -> "#heatmap-name";
            default -> "#histogram-name";
          };
      choose(robot, "scales");
      expectText(robot, shape, "x.weight_scale");
      choose(robot, "codes");
      TestWindow.waitUntil("codes", () -> text(robot, shape).equals("x.weight"));
      assertThat(settings.get().weightForm()).isEqualTo(WeightForm.CODES);
      choose(robot, "values");
      assertThat(settings.get().weightForm()).isEqualTo(WeightForm.VALUES);
    }
    expectText(robot, "#histogram-dtype", "F32");
    expectText(robot, "#weight-usage", "3 of 256 codes, entropy 1.58 bits");
    choose(robot, "codes");
    expectText(robot, "#histogram-dtype", "F8_E4M3");

    robot.interact(() -> workspace.selectTensor("plain"));

    assertThat(findShown(robot, "#weight-bar")).isEmpty();
  }

  @Test
  void gptqValuesLeadToTheirPackedCodes(FxRobot robot) {
    Path path = SharedFolder.file("quantised/gptq4");
    open(robot, path, "model.layers.0.self_attn.q_proj.qweight");
    turnTo(robot, Command.SHOW_VALUES);
    expectText(robot, "#weight-about", "GPTQ, 4-bit, groups of");
    expectText(robot, "#values-name", "q_proj.weight");

    goToElement(robot, 3);

    ElementPlace code = weight().codeOf(3).orElseThrow();
    assertThat(code.firstBit()).isEqualTo(4);
    assertThat(caret()).isEqualTo(code.bytes().begin());
    // The byte contains two codes. The selected code stays the same.
    assertThat(weights().element()).isEqualTo(OptionalLong.of(3));
    assertThat(Tips.sentence(findShown(robot, "#weight-code").orElseThrow()))
        .contains("Bits 4 to 7");
    choose(robot, "codes");
    expectText(robot, "#values-name", "q_proj.qweight");
    choose(robot, "scales");
    expectText(robot, "#values-name", "q_proj.scales");
  }

  @Test
  void weightWithoutScaleExplainsItsMissingValues(FxRobot robot) {
    Path path = SharedFolder.file("quantised/bad_gptq_scale_missing");
    open(robot, path, "model.layers.0.self_attn.q_proj.qweight");
    turnTo(robot, Command.SHOW_VALUES);

    expectText(robot, "#weight-about", "No values:");
    assertThat(findShown(robot, "#weight-values").orElseThrow().isDisabled()).isTrue();
    assertThat(((ToggleButton) findShown(robot, "#weight-codes").orElseThrow()).isSelected())
        .isTrue();
  }
}
