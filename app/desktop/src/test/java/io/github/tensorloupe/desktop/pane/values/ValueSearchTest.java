package io.github.tensorloupe.desktop.pane.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Searches of values with keys and menu items.
@ExtendWith(StageExtension.class)
class ValueSearchTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();

  /// Jobs that wait until the test runs them, if [#isHeld].
  private final Deque<Runnable> held = new ArrayDeque<>();

  private boolean isHeld;
  private ValuesView view;
  private Jobs jobs;

  @Start
  void show(Stage stage) throws IOException {
    float[] values = new float[8 * 9];
    for (int i = 0; i < values.length; i++) {
      values[i] = i - 40;
    }
    values[10] = Float.NaN;
    byte[] bytes = new byte[2 * 3 * 40 * 50];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    files.show(
        new TensorFiles()
            .tensor("matrix", Dtype.F32, TensorFiles.f32(values), 8, 9)
            .tensor("deep", Dtype.U8, bytes, 2, 3, 40, 50)
            .write(folder.resolve("values.safetensors")),
        selection);
    jobs =
        new Jobs(
            work -> {
              if (isHeld) {
                held.add(work);
              } else {
                work.run();
              }
            },
            Runnable::run);
    ValuesViewModel model = new ValuesViewModel(selection, jobs, Messages.english());
    model.active.set(true);
    view = new ValuesView(model, Messages.english());
    TestWindow.show(stage, view, 760, 420);
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private void select(FxRobot robot, String name) {
    robot.interact(
        () ->
            selection.select(
                selection.openDocument().orElseThrow().checkpoint().tensor(name).orElseThrow()));
    Pulses.settle();
    robot.interact(view::requestFocus);
  }

  private static String label(FxRobot robot, String id) {
    return robot.lookup(id).tryQueryAs(Label.class).map(Label::getText).orElse("");
  }

  private static void expectPush(FxRobot robot, KeyCode key, String cursor) {
    robot.push(key);
    assertThat(label(robot, "#values-element")).isEqualTo(cursor);
  }

  @Test
  void theKeyForNaNContinuesAtTheFirstElement(FxRobot robot) {
    select(robot, "matrix");

    expectPush(robot, KeyCode.N, "[1, 1]");
    assertThat(label(robot, "#values-notice")).isEmpty();
    expectPush(robot, KeyCode.N, "[1, 1]");
    assertThat(label(robot, "#values-notice"))
        .isEqualTo("Search continued from the first element.");
  }

  @Test
  void theKeyForMagnitudesStartsAtTheLargestAfterTheCursorHasMoved(FxRobot robot) {
    select(robot, "matrix");

    expectPush(robot, KeyCode.L, "[0, 0]");
    expectPush(robot, KeyCode.L, "[0, 1]");
    expectPush(robot, KeyCode.L, "[0, 2]");
    expectPush(robot, KeyCode.DOWN, "[1, 2]");
    expectPush(robot, KeyCode.L, "[0, 0]");
  }

  @Test
  void theMenuFindsElementsInOtherSlices(FxRobot robot) {
    select(robot, "deep");

    robot.rightClickOn("#values-grid").clickOn("#values-next-largest");
    assertThat(label(robot, "#values-element")).isEqualTo("[0, 0, 5, 5]");
    for (int i = 0; i < 7; i++) {
      robot.push(KeyCode.L);
    }
    expectPush(robot, KeyCode.L, "[0, 1, 6, 3]");

    robot.rightClickOn("#values-grid").clickOn("#values-next-non-finite");
    assertThat(label(robot, "#values-notice"))
        .isEqualTo("This tensor contains no NaN and no infinity.");
  }

  @Test
  void escapeAndAnotherTensorStopTheSearch(FxRobot robot) {
    select(robot, "matrix");
    robot.interact(() -> isHeld = true);

    robot.push(KeyCode.N);
    assertThat(jobs.running()).hasSize(1);
    robot.push(KeyCode.ESCAPE);
    robot.push(KeyCode.N);
    select(robot, "deep");
    robot.interact(() -> held.forEach(Runnable::run));

    assertThat(label(robot, "#values-element")).isEqualTo("[0, 0, 0, 0]");
    assertThat(label(robot, "#values-notice")).isEmpty();
  }
}
