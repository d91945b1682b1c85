package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.Figure;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class FiguresPaneTest {

  @Start
  void show(Stage stage) {
    FiguresPane pane = new FiguresPane();
    pane.setColumns(true);
    pane.show(List.of(figure("a", "1"), figure("b", "2.5"), figure("c", "≈ 26.5 of 32 bits")));
    TestWindow.show(stage, pane, 240, 300);
  }

  private static Figure figure(String id, String value) {
    return new Figure(id, "label", Optional.empty(), value, "");
  }

  @Test
  void wideFigureTakesTheRoomOfSeveral(FxRobot robot) {
    Pulses.settle();
    Label a = robot.lookup("#a").queryAs(Label.class);
    Label b = robot.lookup("#b").queryAs(Label.class);
    Label c = robot.lookup("#c").queryAs(Label.class);

    assertThat(b.getLayoutX()).isGreaterThan(a.getLayoutX());
    assertThat(c.getLayoutX()).isEqualTo(a.getLayoutX());
    assertThat(c.getLayoutY()).isGreaterThan(b.getLayoutY());
    assertThat(c.getWidth()).isGreaterThanOrEqualTo(c.prefWidth(-1)).isGreaterThan(2 * 55);
  }
}
