package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.testing.KeyboardAccess;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// No focusable control is cut off in a window of 640 by 480 with the largest text available there
/// and the longer German texts.
@ExtendWith(StageExtension.class)
class NarrowWindowTest extends SampleWindow {

  /// The width of the window with large text, in the units of the style sheets.
  private static final double WIDTH = 520;

  private static final double HEIGHT = 390;

  @Start
  void show(Stage stage) {
    ChosenSettings german =
        ChosenSettings.inMemory(Settings.DEFAULT.withLanguage(Optional.of("de")));
    workspace = new Workspace(new TestEnvironment(folder).settings(german).build());
    TestWindow.show(stage, workspace.view, WIDTH, HEIGHT);
    scene = stage.getScene();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rich-metadata.safetensors", "truncated.safetensors"})
  void noControlOfAnyPaneLiesBeyondItsEdge(String sample, FxRobot robot) {
    open(robot, sample(sample));
    for (PaneDescriptor pane : Panes.FILE) {
      robot.interact(() -> workspace.view.panes.show(pane));
      waitForJobs();
      robot.interact(
          () -> {
            scene.getRoot().applyCss();
            scene.getRoot().layout();
          });

      assertThat(cutOffControls()).as("%s of %s", pane, sample).isEmpty();
    }
  }

  private List<String> cutOffControls() {
    return KeyboardAccess.traversable(scene.getRoot())
        .filter(node -> !scrolls(node))
        .filter(this::isCut)
        .map(node -> node.getId() == null ? node.toString() : node.getId())
        .toList();
  }

  /// Returns whether the node is in a container that scrolls to the focused node.
  private static boolean scrolls(Node node) {
    return ancestors(node)
        .skip(1)
        .anyMatch(at -> at instanceof ScrollPane || at instanceof TableView<?>);
  }

  private boolean isCut(Node node) {
    Bounds bounds = node.localToScene(node.getLayoutBounds());
    return bounds.getMinX() < -1
        || bounds.getMaxX() > scene.getWidth() + 1
        || ancestors(node)
            .skip(1)
            .filter(at -> at.getClip() != null)
            .map(at -> at.localToScene(at.getClip().getBoundsInParent()))
            .anyMatch(
                clip ->
                    bounds.getMinX() < clip.getMinX() - 1 || bounds.getMaxX() > clip.getMaxX() + 1);
  }

  private static Stream<Node> ancestors(Node node) {
    return Stream.iterate(node, at -> at != null, at -> (Node) at.getParent());
  }
}
