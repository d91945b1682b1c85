package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import java.util.Comparator;
import java.util.List;
import javafx.css.PseudoClass;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class CompactTabPaneTest {

  private static final List<String> NAMES =
      List.of("Overview", "Metadata", "Values", "Heat map", "Histogram", "Problems", "Layers");

  private TabPane tabs;

  @Start
  void show(Stage stage) {
    tabs = new CompactTabPane();
    NAMES.forEach(name -> tabs.getTabs().add(new Tab(name, new Region())));
    TestWindow.show(stage, new StackPane(tabs), 330, 200);
  }

  private static List<Node> heads(FxRobot robot) {
    return robot.lookup(".headers-region > .tab").queryAll().stream()
        .sorted(Comparator.comparing(Node::getLayoutX))
        .toList();
  }

  private static boolean isShown(Node head) {
    return head.getOpacity() > 0;
  }

  /// Waits for the skin, which animates the tab headers.
  private static void waitForHeads(FxRobot robot, int selected) {
    TestWindow.waitUntil(
        "the head of tab " + selected + " is in sight", () -> isShown(heads(robot).get(selected)));
    Pulses.settle();
  }

  @Test
  void noHeadIsCutAndThatOfTheSelectedTabIsAlwaysInSight(FxRobot robot) {
    robot.interact(tabs::requestFocus);
    for (int selected = 0; selected < NAMES.size(); selected++) {
      assertThat(tabs.getSelectionModel().getSelectedIndex()).isEqualTo(selected);
      waitForHeads(robot, selected);
      List<Node> heads = heads(robot);
      Node region = heads.getFirst().getParent();
      Bounds room = region.localToScene(region.getClip().getBoundsInParent());

      assertThat(heads).anyMatch(head -> !isShown(head));
      assertThat(heads.stream().filter(CompactTabPaneTest::isShown).map(this::inScene))
          .allMatch(
              head -> head.getMinX() >= room.getMinX() - 2 && head.getMaxX() <= room.getMaxX() + 2);
      robot.push(KeyCode.RIGHT);
    }
  }

  @Test
  void whereThereIsRoomAllHeadsAreShown(FxRobot robot) {
    robot.interact(() -> tabs.getScene().getWindow().setWidth(1000));

    TestWindow.waitUntil(
        "all heads are shown", () -> heads(robot).stream().allMatch(CompactTabPaneTest::isShown));
  }

  @Test
  void theHeadsAreTightJustWhereTheyHaveNoRoom(FxRobot robot) {
    assertThat(areTight()).isTrue();

    robot.interact(() -> tabs.getScene().getWindow().setWidth(1000));
    Pulses.settle();
    assertThat(areTight()).isFalse();

    robot.interact(() -> tabs.getScene().getWindow().setWidth(420));
    Pulses.settle();
    assertThat(areTight()).isTrue();
  }

  @Test
  void theHeadsAreLooseAgainAfterATripToLargeText(FxRobot robot) {
    robot.interact(() -> tabs.getScene().getWindow().setWidth(640));
    setTextSize(robot, 13);
    assertThat(areTight()).isFalse();

    setTextSize(robot, 24);
    assertThat(areTight()).isTrue();

    setTextSize(robot, 13);
    assertThat(areTight()).isFalse();
  }

  private boolean areTight() {
    return tabs.lookup(".tab-header-area")
        .getPseudoClassStates()
        .contains(PseudoClass.getPseudoClass("compact"));
  }

  private void setTextSize(FxRobot robot, int pixels) {
    robot.interact(
        () -> {
          tabs.setStyle("-fx-font-size: " + pixels + "px");
          tabs.applyCss();
          tabs.requestLayout();
          tabs.layout();
        });
  }

  @Test
  void menuNextToTheTabsListsAllOfThem(FxRobot robot) {
    assertThat(robot.lookup(".tab-down-button").query().isVisible()).isTrue();
  }

  private Bounds inScene(Node head) {
    return head.localToScene(head.getLayoutBounds());
  }
}
