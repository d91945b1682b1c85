package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.testing.KeyboardAccess;
import io.github.tensorloupe.desktop.testing.StageExtension;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Uses the window without a mouse.
@ExtendWith(StageExtension.class)
class KeyboardJourneyTest extends SampleWindow {

  @Start
  void show(Stage stage) {
    showWindow(stage, 1000, 700);
  }

  @Test
  void keysGoRoundTheMainPartsOfTheWindowAndBack(FxRobot robot) {
    open(robot, sample("nan-and-inf.safetensors"));
    List<Node> forth = new ArrayList<>();
    List<Node> back = new ArrayList<>();
    robot.interact(
        () -> {
          Node first = scene.getFocusOwner();
          do {
            forth.add(scene.getFocusOwner());
            press(KeyCode.F6, false);
          } while (scene.getFocusOwner() != first && forth.size() < 20);
          do {
            back.add(scene.getFocusOwner());
            press(KeyCode.F6, true);
          } while (scene.getFocusOwner() != first && back.size() < 20);
        });

    assertThat(forth).hasSizeGreaterThan(4).doesNotHaveDuplicates();
    assertThat(forth).extracting(Node::getId).contains("tensor-tree", "hex-canvas", "detail-tabs");
    assertThat(back.subList(1, back.size()).reversed()).isEqualTo(forth.subList(1, forth.size()));
  }

  @Test
  void tabKeyEntersAndLeavesEveryPaneInBothDirections(FxRobot robot) {
    open(robot, sample("nan-and-inf.safetensors"));
    Set<String> traps = new LinkedHashSet<>();
    for (PaneDescriptor pane : Panes.FILE) {
      robot.interact(() -> workspace.view.panes.show(pane));
      waitForJobs();
      robot.interact(
          () -> {
            Node tabs = scene.lookup("#detail-tabs");
            for (boolean backwards : List.of(false, true)) {
              List<Node> inside = walk(tabs, backwards);
              if (isInside(scene.getFocusOwner(), tabs)) {
                traps.add(pane + " keeps " + scene.getFocusOwner() + " backwards " + backwards);
              }
              KeyboardAccess.traversable(tabs)
                  .filter(node -> !backwards && !inside.contains(node))
                  .filter(node -> !isOfGroup(node))
                  .forEach(node -> traps.add(pane + " never goes to " + node));
            }
          });
    }

    assertThat(traps).isEmpty();
  }

  @Test
  void tabsLeadOutOfTheBytes(FxRobot robot) {
    open(robot, sample("nan-and-inf.safetensors"));
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_BYTES));
    Node canvas = scene.lookup("#hex-canvas");

    robot.interact(() -> press(KeyCode.TAB, false));

    assertThat(scene.getFocusOwner()).isNotSameAs(canvas);
  }

  @Test
  void theMenuOfTheBytesOpensAtTheCaret(FxRobot robot) {
    open(robot, sample("nan-and-inf.safetensors"));
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_BYTES));
    Node canvas = scene.lookup("#hex-canvas");
    List<Double> tops = new ArrayList<>();
    for (int steps = 0; steps < 2; steps++) {
      robot.interact(() -> press(KeyCode.F10, true));
      tops.add(menu().getAnchorY());
      robot.interact(() -> menu().hide());
      robot.interact(() -> press(KeyCode.DOWN, false));
      waitForJobs();
    }

    assertThat(tops.get(1) - tops.get(0)).isBetween(10.0, 30.0);
    assertThat(tops.get(0)).isGreaterThan(canvas.localToScreen(0, 0).getY() - 8);
  }

  @Test
  void theMenuOfTheTreeOpensAtTheMarkedRow(FxRobot robot) {
    open(robot, sample("nan-and-inf.safetensors"));
    TableView<?> tree = (TableView<?>) scene.lookup("#tensor-tree");
    List<Double> tops = new ArrayList<>();
    for (int row : List.of(6, 8)) {
      robot.interact(
          () -> {
            tree.requestFocus();
            tree.getSelectionModel().clearAndSelect(row);
          });
      waitForJobs();
      robot.interact(() -> press(KeyCode.CONTEXT_MENU, false));
      tops.add(menu().getAnchorY());
      robot.interact(() -> menu().hide());
    }

    double rowHeight = tree.lookup(".table-row-cell").getLayoutBounds().getHeight();
    assertThat(tops.get(1) - tops.get(0)).isCloseTo(2 * rowHeight, within(2.0));
  }

  private static ContextMenu menu() {
    return Window.getWindows().stream()
        .filter(window -> window instanceof ContextMenu && window.isShowing())
        .map(ContextMenu.class::cast)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no menu is shown"));
  }

  /// Presses Tab, starting at the tabs, until the focus leaves them or returns to an earlier node.
  /// Returns the focused nodes.
  private List<Node> walk(Node tabs, boolean backwards) {
    List<Node> been = new ArrayList<>();
    if (!backwards) {
      tabs.requestFocus();
    }
    do {
      been.add(scene.getFocusOwner());
      press(KeyCode.TAB, backwards);
    } while (been.size() < 100
        && isInside(scene.getFocusOwner(), tabs)
        && !been.contains(scene.getFocusOwner()));
    return been;
  }

  /// Arrow keys move the focus within a toggle group.
  private static boolean isOfGroup(Node node) {
    return node instanceof ToggleButton button && button.getToggleGroup() != null;
  }

  private static boolean isInside(Node node, Node parent) {
    return Stream.iterate(node, at -> at != null, at -> (Node) at.getParent())
        .anyMatch(at -> at == parent);
  }

  private void press(KeyCode code, boolean shift) {
    Event.fireEvent(
        scene.getFocusOwner(),
        new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, shift, false, false, false));
  }
}
