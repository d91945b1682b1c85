package io.github.tensorloupe.desktop.pane.heatmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.HeatMapBudget;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Painted;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javafx.geometry.Rectangle2D;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@Tag("pixels")
@ExtendWith(StageExtension.class)
class LineCanvasTest {

  private static final int WIDTH = 400;
  private static final int HEIGHT = 200;

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final Jobs jobs = new Jobs(Runnable::run, Runnable::run);
  private final HeatMapViewModel heat =
      new HeatMapViewModel(selection, jobs, new HeatMapBudget(1 << 20), Messages.english());
  private final LineViewModel line = new LineViewModel(heat, jobs, Messages.english());
  private FileDocument document;
  private LineCanvas canvas;

  @Start
  void show(Stage stage) throws IOException {
    document =
        files.show(
            new TensorFiles()
                .floats("steps", 0, 1, 0, 1, 0, 1, 0, 1, 0, 1)
                .floats("level", 5, 5, 5, 5)
                .floats("broken", 1, Float.NaN, 2, Float.NEGATIVE_INFINITY)
                .write(Files.createTempFile(folder, "line", ".safetensors")),
            selection);
    canvas = new LineCanvas(line, heat, Messages.english());
    canvas.setStyle(
        "-tl-axis-curve: red; -tl-axis-line: blue; -tl-axis-ground: white;"
            + " -tl-axis-grid: #eeeeee; -tl-axis-caret: lime; -tl-axis-text: black;"
            + " -tl-axis-nan: magenta; -tl-axis-infinite: orange");
    line.active.set(true);
    TestWindow.show(stage, new StackPane(canvas), WIDTH, HEIGHT);
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private void select(FxRobot robot, String tensor) {
    robot.interact(() -> selection.select(document.checkpoint().tensor(tensor).orElseThrow()));
  }

  private static boolean isCurve(Painted painted, double x, int y) {
    Color color = painted.at(x, y);
    return color.getRed() - Math.max(color.getGreen(), color.getBlue()) > 0.2;
  }

  /// Returns the pixel rows that the curve covers in a column.
  private static int[] curveAt(Painted painted, double x) {
    return IntStream.range(0, HEIGHT).filter(y -> isCurve(painted, x, y)).toArray();
  }

  /// The ends of the axis line below the curve.
  private record Axis(int left, int right) {

    private static Axis of(Painted painted) {
      return IntStream.range(0, HEIGHT)
          .mapToObj(y -> blue(painted, y))
          .filter(blue -> blue.length > WIDTH / 2)
          .reduce((_, lower) -> lower)
          .map(blue -> new Axis(blue[0], blue[blue.length - 1] + 1))
          .orElseThrow();
    }

    private static int[] blue(Painted painted, int y) {
      return IntStream.range(0, WIDTH).filter(x -> painted.at(x, y).equals(Color.BLUE)).toArray();
    }

    /// @param part the fraction of the way from left to right
    private double at(double part) {
      return left + part * (right - left);
    }
  }

  private void expectSteps(FxRobot robot, int count) {
    Painted painted = Painted.of(robot, canvas);
    Axis axis = Axis.of(painted);
    for (int i = 0; i < count; i++) {
      int[] rows = curveAt(painted, axis.at((i + 0.5) / count));
      assertThat(rows).as("number %d", i).isNotEmpty();
      int end = i % 2 == 0 ? rows[rows.length - 1] : rows[0];
      assertThat(end > HEIGHT / 2).as("number %d is low", i).isEqualTo(i % 2 == 0);
      double between = axis.at((i + 1.0) / count);
      if (i + 1 < count) {
        assertThat(curveAt(painted, between)).as("between %d and the next", i).isNotEmpty();
      }
    }
  }

  @Test
  void numbersAreCenteredInTheirSlots(FxRobot robot) {
    select(robot, "steps");
    expectSteps(robot, 10);

    robot.interact(() -> line.zoom(1, 0));
    robot.interact(() -> line.pan(4));

    assertThat(line.part.get().orElseThrow().begin()).isEqualTo(4);
    expectSteps(robot, 5);
  }

  @Test
  void equalNumbersAreALevelLine(FxRobot robot) {
    select(robot, "level");
    Painted painted = Painted.of(robot, canvas);
    Axis axis = Axis.of(painted);

    int[] rows = curveAt(painted, axis.at(0.25));
    assertThat(rows).hasSizeBetween(1, 3);
    for (double part : List.of(0.3, 0.5, 0.75)) {
      assertThat(curveAt(painted, axis.at(part))).as("at %s", part).isEqualTo(rows);
    }
  }

  @Test
  void barsOfNumbersWithoutAHeightAreExplainedAboveTheCurve(FxRobot robot) {
    Rectangle2D above = new Rectangle2D(0, 0, WIDTH, 12);
    select(robot, "level");
    Painted level = Painted.of(robot, canvas);
    select(robot, "broken");
    Painted broken = Painted.of(robot, canvas);

    for (Color color : List.of(Color.MAGENTA, Color.ORANGE)) {
      assertThat(level.count(color)).as("nothing to explain").isZero();
      assertThat(broken.count(color, above)).as("the swatch of %s", color).isPositive();
      assertThat(broken.count(color)).as("and the bar").isGreaterThan(broken.count(color, above));
    }
  }
}
