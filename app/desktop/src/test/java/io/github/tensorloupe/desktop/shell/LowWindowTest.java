package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.layers.LayerMapView;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.pane.overview.OverviewPane;
import io.github.tensorloupe.desktop.pane.problems.ProblemsPane;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import javafx.geometry.Bounds;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableRow;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// The selected pane stays usable in a low window or with large text.
@ExtendWith(StageExtension.class)
class LowWindowTest extends SampleWindow {

  @Start
  void show(Stage stage) {
    TabHost host =
        new TestTab() {
          @Override
          public boolean isForDocuments() {
            return true;
          }
        };
    showWindow(stage, new TestEnvironment(folder).host(host), 640, 480);
    workspace.view.setTabBar(new TabBar(workspace.context.messages()));
  }

  @Test
  void metadataEntriesAreVisibleAndEditable(FxRobot robot) {
    open(robot, "rich-metadata.safetensors", MetadataPane.DESCRIPTOR);

    assertThat(shownRowCount()).isGreaterThanOrEqualTo(2);
    assertShown("#metadata-count", 10);
    assertShown("#metadata-text", 24);
  }

  @Test
  void inAWindowThatIsLittleHigherTheValueHasLines(FxRobot robot) {
    robot.interact(() -> resize(800, 600));
    open(robot, "rich-metadata.safetensors", MetadataPane.DESCRIPTOR);

    assertThat(shownRowCount()).isGreaterThanOrEqualTo(2);
    assertShown("#metadata-count", 10);
    assertShown("#metadata-detail-key", 10);
    assertShown("#metadata-text", 40);
  }

  @Test
  void bytesAreCollapsedForMetadataOnlyInALowWindow(FxRobot robot) {
    robot.interact(() -> resize(1280, 900));
    open(robot, "rich-metadata.safetensors", MetadataPane.DESCRIPTOR);
    robot.interact(
        () -> {
          workspace.context.commands().run(Command.TOGGLE_BYTES);
          layOut();
        });
    double bytes = heightOfBytes();
    assertThat(bytes).isGreaterThan(100);

    robot.interact(() -> resize(800, 600));
    assertThat(heightOfBytes()).isLessThan(40);

    robot.interact(() -> resize(1280, 900));
    assertThat(heightOfBytes()).isEqualTo(bytes);
  }

  @Test
  void belowEveryPaneTheBytesAreClosedInALowWindowAndCanBeOpened(FxRobot robot) {
    robot.interact(() -> resize(1280, 900));
    open(robot, "nan-and-inf.safetensors", ProblemsPane.DESCRIPTOR);
    assertThat(scene.lookup("#hex-canvas")).isNotNull();

    robot.interact(() -> resize(640, 480));
    assertThat(scene.lookup("#hex-canvas")).isNull();

    robot.interact(
        () -> {
          workspace.context.commands().run(Command.TOGGLE_BYTES);
          layOut();
        });
    assertThat(scene.lookup("#hex-canvas")).isNotNull();
  }

  private double heightOfBytes() {
    Node at = scene.lookup("#detail-tabs");
    while (!(at instanceof SplitPane split && split.getOrientation() == Orientation.VERTICAL)) {
      at = at.getParent();
    }
    SplitPane parts = (SplitPane) at;
    return ((Region) parts.getItems().getLast()).getHeight();
  }

  private void resize(double width, double height) {
    scene.getWindow().setWidth(width);
    scene.getWindow().setHeight(height);
    layOut();
  }

  /// Asserts that the full width and this much of the height are visible above the bytes.
  private void assertShown(String selector, double height) {
    Node node = scene.lookup(selector);
    Node panes = scene.lookup("#detail-tabs");
    Bounds paneBounds = panes.localToScene(panes.getLayoutBounds());
    Bounds bounds = node.localToScene(node.getLayoutBounds());
    assertThat(node.isVisible()).as(selector).isTrue();
    assertThat(bounds.getMaxX()).as(selector).isLessThanOrEqualTo(paneBounds.getMaxX());
    assertThat(bounds.getHeight()).as(selector).isGreaterThanOrEqualTo(height);
    assertThat(bounds.getMinY() + height).as(selector).isLessThanOrEqualTo(paneBounds.getMaxY());
  }

  private long shownRowCount() {
    Node table = scene.lookup("#metadata-table");
    Node viewport = table.lookup(".clipped-container");
    return table.lookupAll(".table-row-cell").stream()
        .filter(row -> row instanceof TableRow<?> filled && !filled.isEmpty())
        .filter(
            row ->
                viewport
                    .localToScene(viewport.getLayoutBounds())
                    .contains(row.localToScene(row.getLayoutBounds())))
        .count();
  }

  @Test
  void theMapOfTheLayersHasRoom(FxRobot robot) {
    open(robot, "healthy-sharded", LayerMapView.DESCRIPTOR);

    assertThat(heightOf("#layer-map")).isGreaterThan(80);
  }

  @Test
  void bytesGetTheirShareWhenShown(FxRobot robot) {
    open(robot, "rich-metadata.safetensors", OverviewPane.DESCRIPTOR);
    assertThat(scene.lookup("#hex-canvas")).isNull();

    robot.interact(
        () -> {
          workspace.context.commands().run(Command.SHOW_BYTES);
          layOut();
        });

    assertThat(heightOf("#hex-canvas")).isGreaterThan(60);
  }

  @Test
  void theListOfShortcutsIsAllThatScrollsInItsPanel(FxRobot robot) {
    robot.interact(
        () -> {
          workspace.context.commands().run(Command.SHORTCUTS);
          layOut();
        });
    ScrollPane around = (ScrollPane) scene.lookup("#shortcuts-panel .panel-scroll");

    assertThat(((Region) around.getContent()).getHeight())
        .isLessThanOrEqualTo(around.getViewportBounds().getHeight() + 0.5);
    assertThat(heightOf("#shortcuts-list")).isGreaterThan(100);
  }

  private double heightOf(String selector) {
    return ((Region) scene.lookup(selector)).getHeight();
  }

  private void open(FxRobot robot, String sample, PaneDescriptor pane) {
    robot.interact(() -> workspace.opener.openAsItIs(sample(sample)));
    TestWindow.waitUntil(
        "it is open", () -> workspace.context.selection().openDocument().isPresent());
    robot.interact(() -> workspace.view.panes.show(pane));
    waitForJobs();
    robot.interact(this::layOut);
  }

  private void layOut() {
    scene.getRoot().applyCss();
    scene.getRoot().layout();
  }
}
