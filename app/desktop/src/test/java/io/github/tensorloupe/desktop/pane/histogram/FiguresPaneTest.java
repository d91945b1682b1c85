package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.Figure;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Bounds;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class FiguresPaneTest {

  private FiguresPane pane;

  @Start
  void show(Stage stage) {
    pane = new FiguresPane();
    pane.show(List.of(figure("a", "1"), figure("b", "2.5"), figure("c", "≈ 26.5 of 32 bits")));
    TestWindow.show(stage, pane, 300, 40);
  }

  private static Figure figure(String id, String value) {
    return new Figure(id, "label", Optional.empty(), value, "");
  }

  @Test
  void columnsAreWideEnoughForEachFigure(FxRobot robot) {
    robot.interact(() -> pane.setColumns(true));
    Pulses.settle();
    Bounds a = bounds(robot, "#a");
    Bounds b = bounds(robot, "#b");
    Bounds c = bounds(robot, "#c");

    assertThat(b.getMinX()).isGreaterThan(a.getMinX());
    assertThat(c.getMinX()).isEqualTo(a.getMinX());
    assertThat(c.getMinY()).isGreaterThan(b.getMinY());
    assertThat(b.getMinX() - a.getMinX()).isGreaterThan(c.getWidth());
  }

  @Test
  void linesOfALowPaneScroll(FxRobot robot) {
    Pulses.settle();
    assertThat(bounds(robot, "#c").getMinY()).isGreaterThan(pane.getHeight());

    ScrollPane scroll = robot.from(pane).lookup(".scroll-pane").queryAs(ScrollPane.class);
    robot.interact(() -> scroll.setVvalue(1));
    Pulses.settle();

    assertThat(bounds(robot, "#c").getMaxY()).isLessThanOrEqualTo(pane.getHeight());
  }

  private static Bounds bounds(FxRobot robot, String id) {
    Label label = robot.lookup(id).queryAs(Label.class);
    return label.localToScene(label.getLayoutBounds());
  }
}
