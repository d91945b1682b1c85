package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.heatmap.HeatMapView;
import io.github.tensorloupe.desktop.pane.problems.ProblemsPane;
import io.github.tensorloupe.desktop.pane.values.ValuesView;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Bytes, values and heat map of the same element: a move in any of these panes moves the others to
/// the same element.
@ExtendWith(StageExtension.class)
class LinkedPanesJourneyTest {

  private static final int ROWS = 40;
  private static final int COLUMNS = 50;
  private static final int NAN = 17 * COLUMNS + 31;

  @TempDir static Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Workspace workspace;

  @Start
  void show(Stage stage) throws IOException {
    workspace =
        new Workspace(
            new TestEnvironment(folder)
                .dialogs(dialogs)
                .settings(ChosenSettings.inMemory(Settings.DEFAULT.withAutoScanLimitBytes(1 << 20)))
                .build());
    TestWindow.show(stage, workspace.view, 1000, 900);
    workspace.opener.open(matrices().write(folder.resolve("matrices.safetensors")));
  }

  private static TensorFiles matrices() {
    float[] values = new float[ROWS * COLUMNS];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    TensorFiles files = new TensorFiles();
    files.tensor("whole", Dtype.F32, bytes(values), ROWS, COLUMNS);
    values[NAN] = Float.NaN;
    return files.tensor("broken", Dtype.F32, bytes(values), ROWS, COLUMNS);
  }

  private static byte[] bytes(float... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }

  @BeforeEach
  void waitForTheFile(FxRobot robot) {
    TestWindow.waitUntil("the file is open", () -> text(robot, "tree-count").equals("2 tensors"));
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static void expectText(FxRobot robot, String id, String part) {
    TestWindow.assertEventually(() -> assertThat(text(robot, id)).contains(part));
  }

  private void turnTo(FxRobot robot, String tensor, PaneDescriptor pane) {
    robot.interact(
        () -> {
          assertThat(workspace.selectTensor(tensor)).isTrue();
          workspace.view.panes.show(pane);
        });
  }

  private static void goTo(FxRobot robot, String place) {
    robot.interact(() -> robot.lookup("#hex-goto").queryAs(TextField.class).setText(place));
    robot.clickOn("#hex-goto").push(KeyCode.ENTER);
  }

  private String elementAtCaret() {
    var caret = workspace.context.selection().caretProperty().get().orElseThrow();
    TensorRef tensor = workspace.context.selection().tensorProperty().get().orElseThrow();
    long begin = tensor.data().orElseThrow().range().begin();
    return tensor.info().name()
        + ElementPosition.of(tensor.info(), caret.byteOffset() - begin).orElseThrow().indexText();
  }

  @Test
  void theNumberThatIsChosenIsTheOneInTheBytes(FxRobot robot) {
    turnTo(robot, "whole", ValuesView.DESCRIPTOR);
    expectText(robot, "values-value", "= 0");

    robot.clickOn("#values-grid").push(KeyCode.SHORTCUT, KeyCode.HOME);
    for (int i = 0; i < 3; i++) {
      robot.push(KeyCode.RIGHT);
    }

    expectText(robot, "hex-element", "[0, 3]");
    expectText(robot, "hex-value", "= 3");
    assertThat(elementAtCaret()).isEqualTo("whole[0, 3]");
  }

  @Test
  void theByteThatIsChosenIsTheOneAmongTheNumbers(FxRobot robot) {
    turnTo(robot, "whole", ValuesView.DESCRIPTOR);
    goTo(robot, "broken[17, 30]");

    expectText(robot, "values-element", "[17, 30]");
    expectText(robot, "values-value", "= " + (NAN - 1));
  }

  @Test
  void theNanOfTheScanIsTheOneInThePictureTheNumbersAndTheBytes(FxRobot robot) {
    turnTo(robot, "broken", HeatMapView.DESCRIPTOR);
    expectText(robot, "heatmap-nan", "1 pixel with NaN");

    robot.interact(() -> workspace.view.panes.show(ProblemsPane.DESCRIPTOR));
    robot.interact(
        () ->
            workspace
                .context
                .selection()
                .placeCaret(
                    workspace.context.selection().caretProperty().get().orElseThrow().file(), 0));
    TestWindow.waitUntil("it is listed", () -> robot.lookup("nan").tryQuery().isPresent());
    robot.clickOn("nan");
    TestWindow.waitUntil(
        "the caret is on the NaN",
        () ->
            workspace.context.selection().tensorProperty().get().isPresent()
                && elementAtCaret().equals("broken[17, 31]"));

    robot.interact(() -> workspace.view.panes.show(ValuesView.DESCRIPTOR));
    expectText(robot, "values-value", "NaN");
    expectText(robot, "hex-value", "NaN");
    robot.interact(() -> workspace.view.panes.show(HeatMapView.DESCRIPTOR));
    expectText(robot, "heatmap-readout", "NaN");
  }
}
