package io.github.tensorloupe.desktop.theme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class ZoomedPaneTest {

  private static final Appearance DEFAULT = Appearance.DEFAULT.withTheme(Theme.LIGHT);

  private Label label;
  private BorderPane content;
  private ZoomedPane zoomed;
  private Stage stage;

  @Start
  void show(Stage shown) {
    stage = shown;
    label = new Label("a word");
    content = new BorderPane(new SplitPane(new Pane(), new Pane()));
    content.setTop(label);
    zoomed = new ZoomedPane(content);
    TestWindow.show(stage, zoomed, 960, 900);
  }

  private void enlarge(FxRobot robot, int fontSize) {
    robot.interact(
        () -> {
          Themes.apply(DEFAULT.withFontSize(fontSize), stage.getScene());
          zoomed.applyCss();
          zoomed.layout();
        });
  }

  @Test
  void everythingIsAsMuchLargerAsTheText(FxRobot robot) {
    Bounds before = label.localToScene(label.getBoundsInLocal());
    enlarge(robot, 24);
    Bounds after = label.localToScene(label.getBoundsInLocal());

    assertThat(zoomed.zoom()).isEqualTo(24.0 / 13);
    assertThat(after.getHeight()).isCloseTo(before.getHeight() * 24 / 13, within(1.0));
    assertThat(content.getWidth() * zoomed.zoom()).isCloseTo(zoomed.getWidth(), within(0.01));
    assertThat(content.getHeight() * zoomed.zoom()).isCloseTo(zoomed.getHeight(), within(0.01));
  }

  @Test
  void smallWindowKeepsRoomToWorkIn(FxRobot robot) {
    robot.interact(() -> stage.setWidth(480));
    enlarge(robot, 24);

    assertThat(zoomed.zoom()).isEqualTo(1);
    enlarge(robot, 10);
    assertThat(zoomed.zoom()).isEqualTo(10.0 / 13);
  }

  @Test
  void inAWindowTooNarrowForItTheContentIsShownSmaller(FxRobot robot) {
    robot.interact(() -> stage.setWidth(360));
    enlarge(robot, 13);

    assertThat(zoomed.zoom()).isEqualTo(0.75);
    assertThat(content.getWidth()).isEqualTo(480);
  }

  @Test
  void dividerStaysUnderThePointer(FxRobot robot) {
    enlarge(robot, 24);
    Node divider = robot.lookup(".split-pane-divider").query();
    double before = divider.localToScene(0, 0).getX();

    double pressed = before + 1;
    robot.interact(
        () -> {
          fire(divider, MouseEvent.MOUSE_PRESSED, pressed);
          fire(divider, MouseEvent.MOUSE_DRAGGED, pressed + 100);
          fire(divider, MouseEvent.MOUSE_RELEASED, pressed + 100);
          zoomed.layout();
        });

    assertThat(divider.localToScene(0, 0).getX() - before).isCloseTo(100, within(3.0));
  }

  private static void fire(Node target, EventType<MouseEvent> type, double sceneX) {
    Event.fireEvent(
        target,
        new MouseEvent(
            type,
            sceneX,
            400,
            sceneX,
            400,
            MouseButton.PRIMARY,
            1,
            false,
            false,
            false,
            false,
            type != MouseEvent.MOUSE_RELEASED,
            false,
            false,
            false,
            false,
            true,
            null));
  }

  @Test
  void menusHaveTextOfTheChosenSize(FxRobot robot) {
    enlarge(robot, 24);
    ContextMenu menu = new ContextMenu(new MenuItem("Copy the name"));
    robot.interact(() -> menu.show(label, 10, 10));

    Text text = robot.lookup(".context-menu .menu-item .text").queryAs(Text.class);
    assertThat(text.getFont().getSize()).isEqualTo(24);
    robot.interact(menu::hide);
  }

  @Test
  void whatIsMoreThanTextInAMenuIsEnlargedToo(FxRobot robot) {
    enlarge(robot, 24);
    Region patch = new Region();
    patch.setMinSize(10, 10);
    Label word = new Label("overlap", patch);
    ContextMenu menu = new ContextMenu(new CustomMenuItem(ZoomedPane.inMenu(word)));
    robot.interact(() -> menu.show(label, 10, 10));

    Bounds shown = patch.localToScene(patch.getBoundsInLocal());
    assertThat(shown.getWidth()).isCloseTo(10 * 24.0 / 13, within(0.1));
    assertThat(word.getFont().getSize()).isEqualTo(13);
    robot.interact(menu::hide);
  }

  @Test
  void picturesInMenusAreAsLargeAsTheirText(FxRobot robot) {
    enlarge(robot, 24);
    FontIcon icon = Icons.of(Feather.COPY, "icon-small");
    ContextMenu menu = new ContextMenu(new MenuItem("Copy the name", icon));
    robot.interact(() -> menu.show(label, 10, 10));

    assertThat(icon.getIconSize()).isGreaterThan(20);
    robot.interact(menu::hide);
  }
}
