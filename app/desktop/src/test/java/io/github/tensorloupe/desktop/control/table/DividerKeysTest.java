package io.github.tensorloupe.desktop.control.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import javafx.event.Event;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.SplitPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class DividerKeysTest {

  private SplitPane pane;

  @Start
  void show(Stage stage) {
    pane = new SplitPane(new Pane(), new Pane());
    DividerKeys.on(pane, "Divider");
    TestWindow.show(stage, pane, 800, 600);
  }

  private Node divider() {
    return pane.lookup(".split-pane-divider");
  }

  private void press(FxRobot robot, KeyCode code, boolean shift) {
    robot.interact(
        () -> {
          Event.fireEvent(
              divider(),
              new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, shift, false, false, false));
          pane.layout();
        });
  }

  private double place() {
    return pane.getDividerPositions()[0]
        * (pane.getOrientation() == Orientation.HORIZONTAL ? pane.getWidth() : pane.getHeight());
  }

  @Test
  void arrowKeysMoveTheDivider(FxRobot robot) {
    double before = place();

    press(robot, KeyCode.RIGHT, false);
    assertThat(place() - before).isCloseTo(16, within(1.0));
    press(robot, KeyCode.LEFT, true);
    assertThat(place() - before).isCloseTo(-64, within(1.0));
    press(robot, KeyCode.UP, false);
    assertThat(place() - before).isCloseTo(-64, within(1.0));
  }

  @Test
  void ofPartsOneAboveTheOtherUpAndDownMoveIt(FxRobot robot) {
    robot.interact(() -> pane.setOrientation(Orientation.VERTICAL));
    double before = place();

    press(robot, KeyCode.DOWN, false);

    assertThat(place() - before).isCloseTo(16, within(1.0));
  }

  @Test
  void recreatedDividerIsFocusable(FxRobot robot) {
    robot.interact(
        () -> {
          Node second = pane.getItems().removeLast();
          pane.getItems().add(second);
          pane.layout();
          divider().requestFocus();
        });

    assertThat(divider().isFocusTraversable()).isTrue();
    assertThat(divider().isFocused()).isTrue();
    assertThat(divider().getAccessibleText()).isEqualTo("Divider");
  }
}
