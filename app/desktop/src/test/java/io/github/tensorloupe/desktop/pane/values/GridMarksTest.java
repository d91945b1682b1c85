package io.github.tensorloupe.desktop.pane.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.values.GridControl.GridCanvas;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.testing.OpenPairs;
import io.github.tensorloupe.desktop.testing.Painted;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.geometry.Point2D;
import javafx.geometry.Rectangle2D;
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

/// The marks of cells that differ between the sides of a comparison.
@Tag("pixels")
@ExtendWith(StageExtension.class)
class GridMarksTest {

  private static final Color MARK = Color.web("#0000ff");
  private static final Color GROUND = Color.web("#00ff00");

  @TempDir static Path folder;

  private final OpenPairs files = new OpenPairs();
  private ValuesViewModel model;
  private GridCanvas canvas;

  @Start
  void show(Stage stage) throws IOException {
    PairSelection selection =
        files.open(
            Files.createTempDirectory(folder, "marks"),
            new TensorFiles().floats("m", 1, 2, 3),
            new TensorFiles().floats("m", 1, 5, 3));
    model =
        new ValuesViewModel(
            selection.b(), new Jobs(Runnable::run, Runnable::run), Messages.english());
    model.active.set(true);
    canvas = new GridCanvas(model);
    canvas.setPrefHeight(250);
    canvas.setStyle("-tl-grid-changed: #0000ff; -tl-grid-changed-ground: #00ff00");
    TestWindow.show(stage, new VBox(canvas), 700, 300);
    files.select("m");
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private int count(FxRobot robot, Color color, int column) {
    Point2D middle = canvas.middleOf(0, column);
    double width = canvas.columnWidth();
    double height = canvas.rowHeight();
    Rectangle2D cell =
        new Rectangle2D(middle.getX() - width / 2, middle.getY() - height / 2, width, height);
    return Painted.of(robot, canvas).count(color, cell);
  }

  @Test
  void onlyTheCellThatDiffersHasTheGroundAndTheCorner(FxRobot robot) {
    assertThat(count(robot, GROUND, 1)).isPositive();
    assertThat(count(robot, MARK, 1)).isPositive();
    assertThat(count(robot, GROUND, 0)).isZero();
    assertThat(count(robot, MARK, 2)).isZero();
  }

  @Test
  void amongColorsTheCornerIsStillThere(FxRobot robot) {
    robot.interact(() -> model.colored.set(true));
    assertThat(count(robot, MARK, 1)).isPositive();
    assertThat(count(robot, GROUND, 1)).isZero();
    assertThat(count(robot, MARK, 0)).isZero();
  }
}
