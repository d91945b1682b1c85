package io.github.tensorloupe.desktop.pane.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.values.GridControl.GridCanvas;
import io.github.tensorloupe.desktop.pane.values.GridPainter.GridColor;
import io.github.tensorloupe.desktop.pane.values.GridPainter.GridLayout;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Painted;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.Point2D;
import javafx.geometry.Rectangle2D;
import javafx.scene.layout.Pane;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

@Tag("pixels")
@ExtendWith(StageExtension.class)
class GridCanvasTest {

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ValuesViewModel model =
      new ValuesViewModel(selection, new Jobs(Runnable::run, Runnable::run), Messages.english());
  private final Pane other = new Pane();
  private FileDocument document;
  private GridCanvas canvas;

  @Start
  void show(Stage stage) throws IOException {
    Path path =
        new TensorFiles()
            .tensor(
                "m",
                Dtype.F32,
                TensorFiles.f32(-8, 0, 8, 4, Float.NaN, Float.POSITIVE_INFINITY, 1, 2),
                2,
                4)
            .tensor("wide", Dtype.U8, new byte[40 * 50], 40, 50)
            .write(Files.createTempFile(folder, "grid", ".safetensors"));
    document = files.show(path, selection);
    model.active.set(true);
    canvas = new GridCanvas(model);
    canvas.setPrefHeight(250);
    canvas.setStyle(style(Map.of()));
    other.setFocusTraversable(true);
    TestWindow.show(stage, new VBox(canvas, other), 700, 300);
    other.requestFocus();
    selection.select(document.checkpoint().tensor("m").orElseThrow());
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  /// Returns a style that gives every part its own color, except for `others`. The digits are large
  /// enough that some of their pixels have exactly this color.
  private static String style(Map<GridColor, String> others) {
    return Stream.of(GridColor.values())
        .map(
            part ->
                "-tl-grid-%s: %s"
                    .formatted(
                        part.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        others.getOrDefault(part, web(part))))
        .collect(Collectors.joining("; ", "-fx-font-size: 20px; ", ""));
  }

  private static String web(GridColor part) {
    return "#%02x40%02x".formatted(12 * part.ordinal(), 255 - 12 * part.ordinal());
  }

  private static Color color(GridColor part) {
    return Color.web(web(part));
  }

  /// Returns the inside of a cell, without its lines and the frame of the cursor.
  private Rectangle2D inside(int row, int column) {
    Point2D middle = canvas.middleOf(row, column);
    double width = canvas.columnWidth() - 6;
    double height = canvas.rowHeight() - 6;
    return new Rectangle2D(middle.getX() - width / 2, middle.getY() - height / 2, width, height);
  }

  private int painted(FxRobot robot, GridColor part, Rectangle2D where) {
    return Painted.of(robot, canvas).count(color(part), where);
  }

  private int painted(FxRobot robot, GridColor part) {
    return Painted.of(robot, canvas).count(color(part));
  }

  /// Returns the background color of a cell, in a corner without text.
  private Color ground(FxRobot robot, int row, int column) {
    Rectangle2D inside = inside(row, column);
    return Painted.of(robot, canvas).at(inside.getMinX() + 1, inside.getMinY() + 1);
  }

  @Test
  void zerosAndOtherNumbersHaveInksOfTheirOwn(FxRobot robot) {
    assertThat(painted(robot, GridColor.VALUE, inside(0, 0))).isPositive();
    assertThat(painted(robot, GridColor.ZERO, inside(0, 0))).isZero();
    assertThat(painted(robot, GridColor.ZERO, inside(0, 1))).isPositive();
    assertThat(painted(robot, GridColor.VALUE, inside(0, 1))).isZero();
    assertThat(painted(robot, GridColor.VALUE, inside(1, 3))).isPositive();
  }

  @Test
  void nonfiniteValuesAreHighlightedWithAndWithoutColors(FxRobot robot) {
    assertThat(ground(robot, 1, 0)).isEqualTo(color(GridColor.DANGER_GROUND));
    assertThat(ground(robot, 1, 1)).isEqualTo(color(GridColor.DANGER_GROUND));
    assertThat(ground(robot, 1, 2)).isNotEqualTo(color(GridColor.DANGER_GROUND));
    assertThat(painted(robot, GridColor.DANGER, inside(1, 0))).isPositive();

    robot.interact(() -> model.colored.set(true));
    assertThat(ground(robot, 1, 0)).isEqualTo(color(GridColor.DANGER));
    assertThat(ground(robot, 1, 1)).isEqualTo(color(GridColor.DANGER));
  }

  @Test
  void coloursReachFromTheLowestToTheHighest(FxRobot robot) {
    robot.interact(() -> model.colored.set(true));

    assertThat(ground(robot, 0, 0)).isEqualTo(color(GridColor.NEGATIVE));
    assertThat(ground(robot, 0, 1)).isEqualTo(color(GridColor.MIDDLE));
    assertThat(ground(robot, 0, 2)).isEqualTo(color(GridColor.POSITIVE));
    assertThat(ground(robot, 0, 3)).isEqualTo(color(GridColor.HALF_POSITIVE));
  }

  @Test
  void scaleIsMixedBetweenItsColours(FxRobot robot) {
    robot.interact(() -> canvas.setStyle(style(Map.of(GridColor.POSITIVE, "black"))));
    WaitForAsyncUtils.waitForFxEvents();

    assertThat(GridPainter.colorAt(canvas, -0.5)).isEqualTo(color(GridColor.HALF_NEGATIVE));
    assertThat(GridPainter.colorAt(canvas, 1)).isEqualTo(Color.BLACK);
    assertThat(GridPainter.colorAt(canvas, 0.75))
        .isEqualTo(color(GridColor.HALF_POSITIVE).interpolate(Color.BLACK, 0.5));
    assertThat(GridPainter.colorAt(canvas, 0.25))
        .isEqualTo(color(GridColor.MIDDLE).interpolate(color(GridColor.HALF_POSITIVE), 0.5));
    assertThat(GridPainter.colorAt(canvas, -0.75))
        .isEqualTo(color(GridColor.NEGATIVE).interpolate(color(GridColor.HALF_NEGATIVE), 0.5));
  }

  @Test
  void inkIsTheOneWithMoreContrast(FxRobot robot) {
    robot.interact(
        () ->
            canvas.setStyle(
                style(Map.of(GridColor.DARK_INK, "black", GridColor.LIGHT_INK, "white"))));
    WaitForAsyncUtils.waitForFxEvents();

    assertThat(GridPainter.inkOn(canvas, Color.WHITE)).isEqualTo(Color.BLACK);
    assertThat(GridPainter.inkOn(canvas, Color.NAVY)).isEqualTo(Color.WHITE);
    assertThat(GridPainter.contrast(Color.BLACK, Color.WHITE)).isEqualTo(21);
    assertThat(GridPainter.contrast(Color.RED, Color.RED)).isEqualTo(1);
  }

  @Test
  void cursorHasItsFullColourWhileKeysReachTheGrid(FxRobot robot) {
    robot.interact(() -> model.placeCursor(new Cell(0, 1), false));
    assertThat(painted(robot, GridColor.CURSOR)).isZero();

    robot.interact(canvas::requestFocus);
    int strong = painted(robot, GridColor.CURSOR);
    assertThat(strong).isGreaterThan((int) canvas.columnWidth());
    assertThat(painted(robot, GridColor.CURSOR, inside(0, 1))).as("a frame").isZero();

    robot.interact(other::requestFocus);
    assertThat(painted(robot, GridColor.CURSOR)).isZero();
  }

  @Test
  void cursorIsFramedWhereItIs(FxRobot robot) {
    robot.interact(
        () -> {
          canvas.requestFocus();
          model.placeCursor(new Cell(1, 2), false);
        });
    Point2D middle = canvas.middleOf(1, 2);
    double left = middle.getX() - canvas.columnWidth() / 2;
    double top = middle.getY() - canvas.rowHeight() / 2;
    Painted painted = Painted.of(robot, canvas);
    Rectangle2D around =
        new Rectangle2D(left - 3, top - 3, canvas.columnWidth() + 6, canvas.rowHeight() + 6);

    assertThat(painted.count(color(GridColor.CURSOR)))
        .isPositive()
        .isEqualTo(painted.count(color(GridColor.CURSOR), around));
    for (int y : new int[] {-1, (int) canvas.rowHeight() - 1}) {
      assertThat(painted.at(middle.getX(), top + y)).as("%d", y).isEqualTo(color(GridColor.CURSOR));
    }
    for (int x : new int[] {-1, (int) canvas.columnWidth() - 1}) {
      assertThat(painted.at(left + x, middle.getY()))
          .as("%d", x)
          .isEqualTo(color(GridColor.CURSOR));
    }
  }

  @Test
  void cursorIsFramedWhereItIsInAScrolledGridAndNotOutOfSight(FxRobot robot) {
    robot.interact(
        () -> {
          selection.select(document.checkpoint().tensor("wide").orElseThrow());
          canvas.requestFocus();
          model.placeCursor(new Cell(5, 4), false);
          model.scroll(view -> view.at(3, 2));
        });
    Painted painted = Painted.of(robot, canvas);
    Point2D middle = canvas.middleOf(2, 2);
    double width = canvas.columnWidth() + 6;
    double height = canvas.rowHeight() + 6;
    Rectangle2D around =
        new Rectangle2D(middle.getX() - width / 2, middle.getY() - height / 2, width, height);

    assertThat(painted.count(color(GridColor.CURSOR)))
        .isPositive()
        .isEqualTo(painted.count(color(GridColor.CURSOR), around));
    robot.interact(() -> model.scroll(view -> view.at(20, 2)));
    assertThat(painted(robot, GridColor.CURSOR)).isZero();
    robot.interact(() -> model.scroll(view -> view.at(3, 20)));
    assertThat(painted(robot, GridColor.CURSOR)).isZero();
  }

  @Test
  void selectedCellsHaveAGroundAndASingleOneHasNone(FxRobot robot) {
    robot.interact(() -> model.placeCursor(new Cell(0, 1), false));
    assertThat(painted(robot, GridColor.SELECTED_GROUND)).isZero();

    robot.interact(() -> model.placeCursor(new Cell(1, 2), true));

    assertThat(ground(robot, 0, 1)).isEqualTo(color(GridColor.SELECTED_GROUND));
    assertThat(ground(robot, 1, 2)).isEqualTo(color(GridColor.SELECTED_GROUND));
    assertThat(ground(robot, 0, 0)).isNotEqualTo(color(GridColor.SELECTED_GROUND));
    assertThat(ground(robot, 0, 3)).isNotEqualTo(color(GridColor.SELECTED_GROUND));
    assertThat(ground(robot, 1, 1)).as("not finite").isEqualTo(color(GridColor.DANGER_GROUND));
  }

  @Test
  void selectedCellsAreFramedByLinesOfOnePixel(FxRobot robot) {
    robot.interact(
        () -> {
          canvas.requestFocus();
          model.placeCursor(new Cell(1, 1), false);
          model.placeCursor(new Cell(0, 2), true);
        });
    // The cursor has its own frame around the cell at the upper right.
    Point2D first = canvas.middleOf(0, 1);
    Point2D last = canvas.middleOf(1, 2);
    double left = first.getX() - canvas.columnWidth() / 2;
    double top = first.getY() - canvas.rowHeight() / 2;
    double right = last.getX() + canvas.columnWidth() / 2;
    double bottom = last.getY() + canvas.rowHeight() / 2;
    Painted painted = Painted.of(robot, canvas);

    for (int x = -3; x < 3; x++) {
      Color rightNeighbor = painted.at(right + x, last.getY());
      assertThat(rightNeighbor.equals(color(GridColor.CURSOR))).as("%d", x).isEqualTo(x == -1);
      Color leftNeighbor = painted.at(left + x, first.getY());
      assertThat(leftNeighbor.equals(color(GridColor.CURSOR))).as("%d", x).isEqualTo(x == -1);
    }
    for (int y = -3; y < 3; y++) {
      Color below = painted.at(first.getX(), bottom + y);
      assertThat(below.equals(color(GridColor.CURSOR))).as("%d", y).isEqualTo(y == -1);
    }
    assertThat(painted.at(first.getX(), top)).isEqualTo(color(GridColor.CURSOR));
  }

  @Test
  void headsOfTheCursorAreStrong(FxRobot robot) {
    robot.interact(() -> model.placeCursor(new Cell(1, 2), false));
    double height = canvas.rowHeight();
    double width = canvas.columnWidth();
    double heads = canvas.middleOf(0, 0).getX() - width / 2;

    for (int column = 0; column < 4; column++) {
      Rectangle2D head = new Rectangle2D(heads + column * width + 2, 2, width - 4, height - 4);
      assertThat(painted(robot, GridColor.HEAD_STRONG, head) > 0).isEqualTo(column == 2);
      assertThat(painted(robot, GridColor.HEAD, head) > 0).isEqualTo(column != 2);
    }
    for (int row = 0; row < 2; row++) {
      Rectangle2D head = new Rectangle2D(2, height * (row + 1) + 3, heads - 5, height - 6);
      assertThat(painted(robot, GridColor.HEAD_STRONG, head) > 0).isEqualTo(row == 1);
      assertThat(painted(robot, GridColor.HEAD_GROUND, head)).isPositive();
    }
  }

  @Test
  void nothingIsDrawnAfterTheLastCell(FxRobot robot) {
    Point2D last = canvas.middleOf(1, 3);
    double right = last.getX() + canvas.columnWidth() / 2;
    double bottom = last.getY() + canvas.rowHeight() / 2;
    Rectangle2D rightOfGrid = new Rectangle2D(right + 1, canvas.rowHeight() + 1, 500, 500);
    Rectangle2D below = new Rectangle2D(right - 100, bottom + 1, 500, 500);

    assertThat(painted(robot, GridColor.LINE, rightOfGrid)).isZero();
    assertThat(painted(robot, GridColor.LINE, below)).isZero();
    assertThat(painted(robot, GridColor.LINE)).isPositive();
    GridLayout layout = canvas.gridLayout().orElseThrow();
    assertThat(layout.cellAt(right - 2, bottom - 2)).contains(new Cell(1, 3));
    assertThat(layout.cellAt(right + 1, bottom - 2)).isEmpty();
    assertThat(layout.cellAt(right - 2, bottom + 1)).isEmpty();
    assertThat(layout.cellAt(2, bottom - 2)).as("head").isEmpty();
    assertThat(layout.cellAt(right - 2, 2)).as("head").isEmpty();
    assertThat(layout.nearest(10_000, 10_000)).isEqualTo(new Cell(1, 3));
    assertThat(layout.nearest(-10, -10)).isEqualTo(new Cell(0, 0));
  }

  @Test
  void columnThatTheEdgeCutsIsDrawnToo(FxRobot robot) {
    robot.interact(() -> selection.select(document.checkpoint().tensor("wide").orElseThrow()));
    WaitForAsyncUtils.waitForFxEvents();
    GridState.Viewport view = model.page.get().orElseThrow().view();
    double left = canvas.middleOf(0, view.wholeColumns()).getX() - canvas.columnWidth() / 2;

    assertThat(left).isLessThan(canvas.getWidth());
    assertThat(left + canvas.columnWidth()).isGreaterThan(canvas.getWidth());
    assertThat(painted(robot, GridColor.LINE, new Rectangle2D(left + 1, 0, 500, 500))).isPositive();
  }

  @Test
  void otherCellsAndColoursAreDrawnAtOnce(FxRobot robot) {
    robot.interact(() -> selection.select(document.checkpoint().tensor("wide").orElseThrow()));
    assertThat(painted(robot, GridColor.VALUE)).isZero();
    assertThat(painted(robot, GridColor.ZERO)).isPositive();

    robot.interact(() -> canvas.setStyle(style(Map.of(GridColor.ZERO, "#0000ff"))));
    assertThat(painted(robot, GridColor.ZERO)).isZero();
    assertThat(Painted.of(robot, canvas).count(Color.BLUE)).isPositive();
  }

  @Test
  void cellsThatAreNotInTheFileHaveADashOfTheirOwn(FxRobot robot) throws IOException {
    Path path =
        TensorFiles.raw(
            folder.resolve("cut.safetensors"),
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[1,4],\"data_offsets\":[0,4]}}",
            2);
    FileDocument cut = files.open(path);
    robot.interact(
        () -> {
          selection.show(new DocumentState.Open(cut));
          selection.select(cut.checkpoint().tensors().getFirst());
        });

    assertThat(painted(robot, GridColor.ABSENT, inside(0, 1))).isZero();
    assertThat(painted(robot, GridColor.ABSENT, inside(0, 2))).isPositive();
    assertThat(painted(robot, GridColor.ABSENT, inside(0, 3))).isPositive();
  }
}
