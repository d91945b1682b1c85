package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.testing.SparseFiles;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Both sides of the selected pair of a comparison: one click from a change to the element.
@ExtendWith(StageExtension.class)
class SidesJourneyTest {

  private static final int SIDE = 8192;
  private static final long FLIPPED = 5432L * SIDE + 1234;

  @TempDir static Path folder;

  private Path own;
  private Workspace workspace;
  private Stage window;

  @Start
  void show(Stage stage) throws IOException {
    window = stage;
    own = Files.createTempDirectory(folder, "sides");
    workspace = new Workspace(new TestEnvironment(folder).build());
    TestWindow.show(stage, workspace.view, 1270, 780);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private void compare(FxRobot robot, Path a, Path b, String tensor) {
    robot.interact(() -> workspace.opener.compare(a, b, List.of()));
    TestWindow.waitUntil("both are open", () -> workspace.comparison.context().isPresent());
    robot.interact(() -> assertThat(workspace.selectTensor(tensor)).isTrue());
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_VALUES));
  }

  private PairSelection selection() {
    return workspace.comparison.context().orElseThrow().compared().selection();
  }

  private static String text(FxRobot robot, String query) {
    return robot.lookup(query).queryAllAs(Labeled.class).stream()
        .filter(SidesJourneyTest::isShown)
        .map(Labeled::getText)
        .findFirst()
        .orElse("");
  }

  private static boolean isShown(Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (!at.isVisible()) {
        return false;
      }
    }
    return true;
  }

  private static void expectText(FxRobot robot, String query, String part) {
    TestWindow.assertEventually(() -> assertThat(text(robot, query)).contains(part));
  }

  @Test
  void oneFlippedBitInALargeFileIsOneClickAway(FxRobot robot) {
    Path a = SparseFiles.write(own.resolve("a.safetensors"), Dtype.F32, Map.of(), SIDE, SIDE);
    byte[] flipped = {0x40};
    Path b =
        SparseFiles.write(
            own.resolve("b.safetensors"), Dtype.F32, Map.of(4 * FLIPPED + 3, flipped), SIDE, SIDE);
    compare(robot, a, b, "t");

    expectText(robot, "#bits-sentence", "1 bit flipped in 1 element: damage, not training.");
    TestWindow.waitUntil(
        "the bit is shown",
        () ->
            robot.lookup("#bits-bit-30").tryQuery().filter(SidesJourneyTest::isShown).isPresent());
    robot.clickOn("#bits-bit-30");

    TestWindow.waitUntil(
        "the caret is there",
        () -> selection().elementProperty().get().equals(OptionalLong.of(FLIPPED)));
    for (Selection at : List.of(selection().a(), selection().b(), selection().delta())) {
      var tensor = at.tensorProperty().get().orElseThrow();
      assertThat(at.caretProperty().get().orElseThrow().elementIn(tensor).orElseThrow())
          .extracting(it -> it.elementIndex())
          .isEqualTo(FLIPPED);
    }
    TestWindow.waitUntil(
        "all three grids select it",
        () ->
            robot.lookup("#values-element").queryAllAs(Labeled.class).stream()
                    .filter(each -> each.getText().equals("[5432, 1234]"))
                    .count()
                == 3);
    TestWindow.assertEventually(
        () ->
            assertThat(
                    robot.lookup("#values-value").queryAllAs(Labeled.class).stream()
                        .map(Labeled::getText)
                        .filter("= 2"::equals)
                        .count())
                .isEqualTo(2));
  }

  @Test
  void keysGoFromDifferenceToDifferenceAndRoundTheEnd(FxRobot robot) throws IOException {
    float[] before = new float[2000];
    float[] after = before.clone();
    after[3] = 1;
    after[1500] = 1;
    compare(
        robot,
        new TensorFiles().floats("t", before).write(own.resolve("a.safetensors")),
        new TensorFiles().floats("t", after).write(own.resolve("b.safetensors")),
        "t");
    for (long expected : new long[] {3, 1500, 3}) {
      robot.push(KeyCode.F7);
      TestWindow.waitUntil(
          "the caret is on " + expected,
          () -> selection().elementProperty().get().equals(OptionalLong.of(expected)));
    }
    robot.push(KeyCode.SHIFT, KeyCode.F7);
    TestWindow.assertEventually(
        () -> assertThat(selection().elementProperty().get()).isEqualTo(OptionalLong.of(1500)));
  }

  @Test
  void figuresOfManyBitsStayInReachInASmallWindow(FxRobot robot) throws IOException {
    byte[] before = new byte[8 * 64];
    byte[] after = before.clone();
    after[8 * 40 + 6] = 0x10;
    compare(
        robot,
        new TensorFiles().tensor("t", Dtype.F64, before, 8, 8).write(own.resolve("a.safetensors")),
        new TensorFiles().tensor("t", Dtype.F64, after, 8, 8).write(own.resolve("b.safetensors")),
        "t");
    expectText(robot, "#bits-largest", "at [5, 0]");
    for (int height : new int[] {780, 420}) {
      robot.interact(
          () -> {
            window.setWidth(height == 780 ? 1000 : 620);
            window.setHeight(height);
          });
      Pulses.settle();
      assertThat(isInside(robot, "#bits-largest", ".bits-view")).as("in %s", height).isTrue();
      assertThat(isInside(robot, ".bits-words", ".bits-view")).as("in %s", height).isTrue();
      assertThat(isInside(robot, "#bits-facts", ".bits-words")).as("in %s", height).isTrue();
      assertThat(isInside(robot, ".values-toolbar", ".values-view")).as("in %s", height).isTrue();
      assertThat(isInside(robot, ".bits-view", "#sides-values")).as("in %s", height).isTrue();
    }
    robot.clickOn("#bits-largest");
    assertThat(selection().elementProperty().get()).hasValue(40);
  }

  private static boolean isInside(FxRobot robot, String inner, String outer) {
    Node frame = robot.lookup(outer).query();
    Node part = robot.from(frame).lookup(inner).query();
    return frame
        .localToScene(frame.getBoundsInLocal())
        .contains(part.localToScene(part.getLayoutBounds()));
  }

  @Test
  void conversionShowsWhatItCostFromStepToStep(FxRobot robot) throws IOException {
    Dtype[] steps = {Dtype.F32, Dtype.BF16, Dtype.F8_E4M3};
    Path[] files = new Path[steps.length];
    for (int i = 0; i < steps.length; i++) {
      ElementType type = ElementType.of(steps[i]);
      long[] codes =
          IntStream.range(0, 4096).mapToLong(at -> type.encode((at - 2048) / 777.0)).toArray();
      files[i] =
          new TensorFiles()
              .tensor("w", steps[i], CodeBytes.of(steps[i], codes), 64, 64)
              .write(own.resolve(steps[i] + ".safetensors"));
    }
    for (int i = 0; i + 1 < steps.length; i++) {
      compare(robot, files[i], files[i + 1], "w");
      expectText(robot, "#bits-sentence", "The dtypes differ, so bits are not compared");
      assertThat(selection().delta().tensorProperty().get().orElseThrow().info().dtype())
          .isEqualTo(Dtype.F32);
      robot.interact(() -> workspace.context.commands().run(Command.SHOW_HISTOGRAM));
      String newer = " · B";
      TestWindow.waitUntil(
          "both distributions are in one chart",
          () ->
              robot.lookup("#histogram-chart").queryAll().size() == 1
                  && robot.lookup(".legend-pin").<Labeled>queryAll().stream()
                      .anyMatch(pin -> pin.getText().endsWith(newer)));
    }
  }

  @Test
  void oneSideAloneFillsTheRoomInEveryPane(FxRobot robot) throws IOException {
    compare(
        robot,
        new TensorFiles().floats("t", 1, 2).floats("u", 1).write(own.resolve("a.safetensors")),
        new TensorFiles().floats("t", 1, 3).write(own.resolve("b.safetensors")),
        "t");
    TestWindow.waitUntil(
        "all sides are there", () -> robot.lookup(".sides-part").queryAll().size() == 3);
    robot.interact(() -> workspace.selectTensor("u"));
    TestWindow.waitUntil(
        "B has none",
        () -> robot.lookup(".sides-note").queryAll().stream().anyMatch(SidesJourneyTest::isShown));
    assertThat(
            robot.lookup(".sides-part").queryAllAs(Region.class).stream()
                .mapToDouble(Region::getWidth)
                .summaryStatistics())
        .matches(widths -> widths.getMax() - widths.getMin() <= 1, "all are as wide");
    robot.interact(() -> workspace.selectTensor("t"));
    robot.clickOn("#sides-delta");
    assertThat(robot.lookup(".sides-part").queryAll()).hasSize(1);
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_BYTES));
    TestWindow.waitUntil(
        "the bytes are there", () -> robot.lookup("#sides-bytes").tryQuery().isPresent());
    assertThat(robot.lookup("#sides-bytes #sides-delta").queryAs(ToggleButton.class).isSelected())
        .isTrue();
    assertThat(text(robot, "#sides-bytes .sides-title")).isEqualTo("B − A");
  }
}
