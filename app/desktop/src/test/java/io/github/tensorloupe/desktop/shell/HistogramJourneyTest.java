package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Finds the faults of a tensor with the histogram, in the window as the program creates it.
@ExtendWith(StageExtension.class)
class HistogramJourneyTest {

  private static final int FIRST_NAN = 777;

  @TempDir static Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Workspace workspace;

  @Start
  void show(Stage stage) throws IOException {
    TensorFiles tensors = new TensorFiles();
    Random random = new Random(7);
    for (int layer = 0; layer < 8; layer++) {
      float[] values = new float[1000];
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) random.nextGaussian();
      }
      if (layer == 3) {
        values[FIRST_NAN] = Float.NaN;
        values[FIRST_NAN + 1] = Float.NaN;
      }
      tensors.floats("layers.%d.weight".formatted(layer), values);
    }
    workspace = new Workspace(new TestEnvironment(folder).dialogs(dialogs).build());
    TestWindow.show(stage, workspace.view, 1000, 900);
    workspace.opener.open(tensors.write(folder.resolve("journey.safetensors")));
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static boolean isShown(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQuery().filter(Node::isVisible).isPresent();
  }

  private void select(FxRobot robot, String name) {
    robot.interact(() -> assertThat(workspace.selectTensor(name)).isTrue());
    TestWindow.waitUntil(
        name + " is counted",
        () -> text(robot, "histogram-name").equals(name) && isShown(robot, "histogram-chart"));
  }

  private static void dragOverTheMiddle(FxRobot robot) {
    Node node = robot.lookup("#histogram-chart").query();
    Bounds chart = node.localToScreen(node.getLayoutBounds());
    robot.moveTo(chart.getCenterX() - 20, chart.getCenterY());
    robot.press(MouseButton.PRIMARY);
    robot.moveTo(chart.getCenterX() + 40, chart.getCenterY());
    robot.release(MouseButton.PRIMARY);
  }

  @Test
  void nanIsFoundAndTheTensorComparedWithItsSiblings(FxRobot robot) throws IOException {
    TestWindow.waitUntil("the file is open", () -> text(robot, "tree-count").equals("8 tensors"));
    select(robot, "layers.3.weight");

    robot.clickOn("#histogram-more").moveTo("Bins").clickOn("16 bins");
    assertThat(text(robot, "histogram-bins")).isEqualTo("16 bins");

    dragOverTheMiddle(robot);
    TestWindow.waitUntil("a part is shown", () -> isShown(robot, "histogram-range-bar"));
    assertThat(text(robot, "histogram-count")).isEqualTo("998");
    assertThat(robot.lookup("#histogram-mean-part").tryQuery()).isPresent();
    robot.clickOn("#histogram-range-all");
    TestWindow.waitUntil("all is shown", () -> !isShown(robot, "histogram-range-bar"));

    robot.clickOn("#histogram-nan");
    TensorData data =
        workspace.context.selection().tensorProperty().get().orElseThrow().data().orElseThrow();
    ByteRange nan = data.bytesOfPart(FIRST_NAN);
    TestWindow.waitUntil(
        "the caret is on the first NaN",
        () ->
            workspace.context.selection().caretProperty().get().orElseThrow().byteOffset()
                == nan.begin());
    assertThat(robot.lookup("#hex-canvas").query().isFocused()).isTrue();

    robot.clickOn("#histogram-keep");
    select(robot, "layers.4.weight");
    robot.clickOn("#histogram-siblings").clickOn("#histogram-siblings-together");
    TestWindow.waitUntil(
        "the siblings are counted",
        () -> text(robot, "histogram-legend-siblings").equals("7 siblings together"));

    Path table = folder.resolve("histogram.csv");
    dialogs.target = Optional.of(table);
    robot.clickOn("#histogram-more").clickOn("#histogram-save-csv");
    TestWindow.waitUntil(
        "the table is saved", () -> text(robot, "histogram-notice").contains("histogram.csv"));
    assertThat(Files.readAllLines(table).getFirst())
        .isEqualTo("kind,lower,upper,count,share,\"Siblings\",\"layers.3.weight\"");
  }
}
