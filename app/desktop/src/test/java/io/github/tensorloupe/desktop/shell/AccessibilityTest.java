package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.heatmap.HeatMapView;
import io.github.tensorloupe.desktop.pane.histogram.HistogramPane;
import io.github.tensorloupe.desktop.pane.layers.LayerMapView;
import io.github.tensorloupe.desktop.pane.overview.OverviewPane;
import io.github.tensorloupe.desktop.pane.values.ValuesView;
import io.github.tensorloupe.desktop.testing.KeyboardAccess;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.testing.TooltipCheck;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Checks that every focusable node has an accessible role and text, and that every node with mouse
/// handlers is reachable by keyboard.
@ExtendWith(StageExtension.class)
class AccessibilityTest extends SampleWindow {

  private static final List<Command> PANELS =
      List.of(
          Command.SAVE_AS,
          Command.ALIGN_DATA,
          Command.EXPORT,
          Command.EDIT_MANY_FILES,
          Command.SETTINGS,
          Command.SHORTCUTS,
          Command.PALETTE,
          Command.SHOW_JOBS,
          Command.USER_GUIDE,
          Command.ABOUT,
          Command.FIND_BYTES);

  private final Map<String, String> complaints = new TreeMap<>();

  @Start
  void show(Stage stage) {
    showWindow(stage, 1000, 1000);
  }

  @Test
  void theStartPageIsReached(FxRobot robot) {
    look(robot, "start page");

    assertThat(complaints).isEmpty();
  }

  @Test
  void everyPaneIsReachedAndExplainsItself(FxRobot robot) {
    for (String sample : List.of("nan-and-inf.safetensors", "truncated.safetensors")) {
      open(robot, sample(sample));
      for (PaneDescriptor pane : Panes.FILE) {
        robot.interact(() -> workspace.view.panes.show(pane));
        waitForJobs();
        look(robot, pane.id());
        explain(robot, pane.id());
      }
    }

    assertThat(complaints).isEmpty();
  }

  @Test
  void everyPanelIsReached(FxRobot robot) {
    open(robot, sample("rich-metadata.safetensors"));
    for (Command panel : PANELS) {
      robot.interact(() -> workspace.context.commands().run(panel));
      waitForJobs();
      look(robot, panel.name());
      robot.push(KeyCode.ESCAPE);
    }

    assertThat(complaints).isEmpty();
  }

  /// Collects single words and icons without an explanation.
  private void explain(FxRobot robot, String where) {
    robot.interact(
        () ->
            TooltipCheck.complaints(scene.getRoot())
                .forEach(complaint -> complaints.putIfAbsent(complaint, where)));
  }

  @Test
  void everythingThatTakesTheFocusIsFramed(FxRobot robot) {
    open(robot, sample("nan-and-inf.safetensors"));
    robot.push(KeyCode.SHIFT, KeyCode.F6);
    expectFrames(robot, scene.getRoot());
    for (PaneDescriptor pane : Panes.FILE) {
      robot.interact(() -> workspace.view.panes.show(pane));
      waitForJobs();
      expectFrames(robot, scene.lookup("#detail-tabs"));
    }
  }

  private void expectFrames(FxRobot robot, Node inside) {
    for (Node node :
        KeyboardAccess.traversable(inside).filter(KeyboardAccess::isVisibleInClip).toList()) {
      robot.interact(node::requestFocus);
      if (!isFramed(node)) {
        TestWindow.waitUntil(node + " is framed", () -> isFramed(node));
      }
    }
  }

  private boolean isFramed(Node node) {
    Node ring = scene.lookup("#focus-ring");
    return ring.isVisible()
        && ring.localToScene(ring.getLayoutBounds())
            .intersects(node.localToScene(node.getLayoutBounds()));
  }

  @Test
  void whatIsDrawnByHandSaysWhereTheCursorIs(FxRobot robot) {
    open(robot, sample("nan-and-inf.safetensors"));
    Map<String, PaneDescriptor> drawn =
        Map.of(
            "#hex-canvas", ValuesView.DESCRIPTOR,
            "#file-map", OverviewPane.DESCRIPTOR,
            "#treemap", OverviewPane.DESCRIPTOR,
            "#values-grid", ValuesView.DESCRIPTOR,
            "#heatmap-picture", HeatMapView.DESCRIPTOR,
            "#heatmap-line", HeatMapView.DESCRIPTOR,
            "#histogram-chart", HistogramPane.DESCRIPTOR,
            "#layer-map", LayerMapView.DESCRIPTOR);
    for (Map.Entry<String, PaneDescriptor> each : drawn.entrySet()) {
      boolean isOfVector = each.getKey().equals("#heatmap-line");
      String tensor = isOfVector ? "encoder.1.bias" : "encoder.0.weight";
      robot.interact(
          () -> {
            workspace.selectTensor(tensor);
            workspace.view.panes.show(each.getValue());
          });
      waitForJobs();
      Node canvas = scene.lookup(each.getKey());
      robot.interact(canvas::requestFocus);
      KeyCode key = each.getValue() == LayerMapView.DESCRIPTOR ? KeyCode.DOWN : KeyCode.RIGHT;
      String before = canvas.getAccessibleText();
      TestWindow.waitUntil(
          each.getKey() + " says where the keys have led",
          () -> {
            robot.interact(() -> press(key));
            return !canvas.getAccessibleText().isBlank()
                && !canvas.getAccessibleText().equals(before);
          });
    }
  }

  private void press(KeyCode key) {
    Event.fireEvent(
        scene.getFocusOwner(),
        new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, false, false, false, false));
  }

  private void look(FxRobot robot, String where) {
    robot.interact(
        () -> {
          scene.getRoot().applyCss();
          scene.getRoot().layout();
          KeyboardAccess.complaints(scene.getRoot())
              .forEach(complaint -> complaints.putIfAbsent(complaint, where));
        });
  }
}
