package io.github.tensorloupe.desktop.theme;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.testing.Contrast;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.storage.Accent;
import java.util.List;
import javafx.event.Event;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class FocusRingTest {

  private Button first;
  private Button second;
  private Button below;
  private Node ring;

  @Start
  void show(Stage stage) {
    first = new Button("first");
    second = new Button("second");
    below = new Button("below");
    Region gap = new Region();
    gap.setMinHeight(400);
    ScrollPane scroll = new ScrollPane(new VBox(20, second, gap, below));
    scroll.setFocusTraversable(false);
    scroll.setMaxHeight(150);
    VBox content = new VBox(20, first, scroll);
    content.setTranslateX(30);
    content.setTranslateY(30);
    FocusRing framed = new FocusRing(content);
    TestWindow.show(stage, framed, 400, 300);
    ring = framed.lookup("#focus-ring");
  }

  @BeforeEach
  void begin(FxRobot robot) {
    robot.interact(first::requestFocus);
  }

  private void press(FxRobot robot, KeyCode code) {
    robot.interact(
        () ->
            Event.fireEvent(
                first.getScene().getFocusOwner(),
                new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, false, false, false, false)));
  }

  private boolean frames(Node node) {
    Bounds inner = node.localToScene(node.getLayoutBounds());
    Bounds outer = ring.localToScene(ring.getLayoutBounds());
    return ring.isVisible() && outer.contains(inner) && outer.getHeight() < inner.getHeight() + 12;
  }

  @Test
  void whatKeysLeadToIsFramed(FxRobot robot) {
    assertThat(ring.isVisible()).isFalse();

    press(robot, KeyCode.TAB);

    TestWindow.assertEventually(() -> assertThat(frames(second)).isTrue());
  }

  @Test
  void theMouseTakesTheFrameAway(FxRobot robot) {
    press(robot, KeyCode.TAB);
    TestWindow.waitUntil("something is framed", ring::isVisible);

    robot.clickOn(first);

    TestWindow.waitUntil("nothing is framed", () -> !ring.isVisible());
    assertThat(first.isFocused()).isTrue();
  }

  @Test
  void whatIsScrolledAwayIsNotFramed(FxRobot robot) {
    press(robot, KeyCode.TAB);
    TestWindow.waitUntil("something is framed", ring::isVisible);

    robot.interact(below::requestFocus);

    TestWindow.assertEventually(() -> assertThat(ring.isVisible()).isFalse());
  }

  @Test
  void whatMovesKeepsItsFrame(FxRobot robot) {
    press(robot, KeyCode.TAB);
    TestWindow.waitUntil("the second button is framed", () -> frames(second));

    robot.interact(() -> first.setMinHeight(90));

    TestWindow.assertEventually(() -> assertThat(frames(second)).isTrue());
  }

  @Test
  void focusRingHasContrastInEveryTheme(FxRobot robot) {
    for (Theme theme : List.of(Theme.LIGHT, Theme.DARK)) {
      for (Accent accent : Accent.values()) {
        robot.interact(
            () -> {
              Themes.apply(new Appearance(theme, accent, 13), first.getScene());
              ring.applyCss();
            });
        List<Color> lines =
            ((Region) ring)
                .getBorder().getStrokes().stream()
                    .map(stroke -> (Color) stroke.getTopStroke())
                    .toList();

        assertThat(lines).hasSize(3);
        assertThat(Contrast.ratio(lines.get(1), lines.get(0))).isGreaterThan(Contrast.OF_MARKS);
        assertThat(lines.get(2)).isEqualTo(lines.get(0));
      }
    }
  }
}
