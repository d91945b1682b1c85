package io.github.tensorloupe.desktop.pane.breadcrumb;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.breadcrumb.BreadcrumbView.CrumbRow;
import io.github.tensorloupe.desktop.pane.breadcrumb.BreadcrumbViewModel.Crumb;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import javafx.scene.Node;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class CrumbRowTest {

  private static final double ROOM = 240;

  private final List<Crumb> opened = new ArrayList<>();
  private final List<Crumb> crumbs =
      List.of(
          new Crumb("a_file_with_a_name_that_takes_all_of_the_line", OptionalInt.empty(), false),
          new Crumb("model", OptionalInt.of(0), false),
          new Crumb("layers", OptionalInt.of(1), false),
          new Crumb("a_tensor_whose_name_is_long_too", OptionalInt.of(2), false));

  @Start
  void start(Stage stage) {
    CrumbRow row = new CrumbRow(opened::add, Messages.english());
    row.show(crumbs);
    TestWindow.show(stage, row, ROOM, 40);
  }

  @Test
  void lastCrumbStaysVisibleInANarrowRow(FxRobot robot) {
    Node first = robot.lookup("#crumb-0").query();
    Node last = robot.lookup("#crumb-3").query();

    assertThat(last.getBoundsInParent().getWidth()).isGreaterThan(60);
    assertThat(last.getBoundsInParent().getMaxX()).isLessThanOrEqualTo(ROOM);
    assertThat(first.getBoundsInParent().getWidth()).isGreaterThan(40);
    assertThat(robot.lookup("#breadcrumb-hidden").query().isVisible()).isTrue();
  }

  @Test
  void partLeadsToItsPlace(FxRobot robot) {
    robot.clickOn("#crumb-3");

    assertThat(opened).containsExactly(crumbs.getLast());
  }
}
