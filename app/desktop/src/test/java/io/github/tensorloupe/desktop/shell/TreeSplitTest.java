package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class TreeSplitTest {

  private final Region tree = new Region();
  private final Region right = new Region();
  private TreeSplit panes;

  @Start
  void show(Stage stage) {
    tree.setMaxSize(Double.MAX_VALUE, Double.MAX_VALUE);
    right.setMaxSize(Double.MAX_VALUE, Double.MAX_VALUE);
    panes = new TreeSplit(tree, right, "Width of the tree");
    TestWindow.show(stage, new Pane(panes), 1400, 400);
  }

  private void beWide(FxRobot robot, double width) {
    robot.interact(() -> panes.setPrefSize(width, 300));
    Pulses.settle();
  }

  @Test
  void wideTreeShrinksInASmallWindowAndIsRestored(FxRobot robot) {
    robot.interact(() -> panes.setTreeWidth(600));
    beWide(robot, 1280);
    assertThat(tree.getWidth()).isCloseTo(600, within(4.0));

    beWide(robot, 800);
    assertThat(tree.getWidth()).isCloseTo(320, within(4.0));
    assertThat(panes.treeWidth()).contains(600.0);

    beWide(robot, 640);
    assertThat(right.getWidth()).isGreaterThan(370);

    beWide(robot, 1300);
    assertThat(tree.getWidth()).isCloseTo(600, within(4.0));
  }

  @Test
  void aWidthThatIsChosenInASmallWindowIsTheOneThatIsRemembered(FxRobot robot) {
    robot.interact(() -> panes.setTreeWidth(600));
    beWide(robot, 800);

    robot.interact(() -> panes.setDividerPosition(0, 0.5));
    Pulses.settle();

    assertThat(tree.getWidth()).isCloseTo(400, within(4.0));
    assertThat(panes.treeWidth().orElseThrow()).isCloseTo(400, within(1.0));
    beWide(robot, 1280);
    assertThat(tree.getWidth()).isCloseTo(400, within(4.0));
  }

  @Test
  void defaultWidthIsAShareOfTheWindow(FxRobot robot) {
    beWide(robot, 1000);
    assertThat(tree.getWidth()).isCloseTo(400, within(4.0));

    beWide(robot, 640);
    assertThat(tree.getWidth()).isCloseTo(256, within(4.0));
    assertThat(panes.treeWidth()).isEmpty();
  }
}
