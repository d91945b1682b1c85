package io.github.tensorloupe.desktop.control.canvas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.desktop.testing.Painted;
import io.github.tensorloupe.desktop.testing.StageExtension;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import javafx.geometry.Rectangle2D;
import javafx.geometry.VPos;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.api.FxRobot;

@Tag("pixels")
@ExtendWith(StageExtension.class)
class CanvasTextTest {

  private static final int WIDTH = 400;
  private static final int HEIGHT = 100;

  @ParameterizedTest
  @ValueSource(doubles = {0.75, 1, 1.5, 2})
  void textIsPlacedLikeFilledCanvasText(double scale, FxRobot robot) {
    Rectangle2D expected = ink(robot, scale, (graphics, text) -> graphics.fillText(text, 120, 30));
    Rectangle2D written =
        ink(robot, scale, (graphics, text) -> new CanvasText(graphics).write(text, 120, 30));

    assertThat(written.getMinX()).isCloseTo(expected.getMinX(), within(3.0));
    assertThat(written.getMaxX()).isCloseTo(expected.getMaxX(), within(3.0));
    assertThat(written.getMinY()).isCloseTo(expected.getMinY(), within(2.0));
    assertThat(written.getMaxY()).isCloseTo(expected.getMaxY(), within(2.0));
  }

  @Test
  void whatIsDrawnAfterTextIsEnlargedAsBefore(FxRobot robot) {
    Rectangle2D drawn =
        ink(
            robot,
            2,
            (graphics, _) -> {
              new CanvasText(graphics).write(" ", 0, 10);
              graphics.fillRect(10, 20, 30, 5);
            });

    assertThat(drawn).isEqualTo(new Rectangle2D(20, 40, 60, 10));
  }

  /// Draws on a scaled canvas and returns the bounds of the drawn pixels.
  private static Rectangle2D ink(
      FxRobot robot, double scale, BiConsumer<GraphicsContext, String> draw) {
    Canvas canvas = new Canvas(WIDTH, HEIGHT);
    GraphicsContext graphics = canvas.getGraphicsContext2D();
    graphics.setTransform(scale, 0, 0, scale, 0, 0);
    graphics.setFont(Font.font("monospace", 13));
    graphics.setTextAlign(TextAlignment.RIGHT);
    graphics.setTextBaseline(VPos.BASELINE);
    draw.accept(graphics, "Hg 0f 7b");
    Painted painted = Painted.of(robot, canvas);
    int[] columns =
        IntStream.range(0, WIDTH).filter(x -> hasInk(painted, x, 0, 1, HEIGHT)).toArray();
    int[] rows = IntStream.range(0, HEIGHT).filter(y -> hasInk(painted, 0, y, WIDTH, 1)).toArray();
    return new Rectangle2D(
        columns[0],
        rows[0],
        columns[columns.length - 1] + 1 - columns[0],
        rows[rows.length - 1] + 1 - rows[0]);
  }

  private static boolean hasInk(Painted painted, int x, int y, int width, int height) {
    return painted.count(Color.WHITE, new Rectangle2D(x, y, width, height)) < width * height;
  }
}
