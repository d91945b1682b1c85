package io.github.tensorloupe.desktop.theme;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javafx.beans.property.SimpleStringProperty;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

@ExtendWith(StageExtension.class)
class TipsTest {

  private Label hovered;
  private Label other;

  @Start
  void show(Stage stage) {
    hovered = new Label("asked");
    other = new Label("other");
    for (Label label : new Label[] {hovered, other}) {
      label.setMinSize(120, 40);
    }
    TestWindow.show(stage, new VBox(60, hovered, other), 300, 300);
  }

  /// A press resets the timer: shortly after a tooltip was hidden, the next one appears
  /// immediately.
  @AfterEach
  void endTips(FxRobot robot) {
    robot.clickOn(hovered);
  }

  private static Optional<Tooltip> showing() {
    return Window.getWindows().stream()
        .filter(Tooltip.class::isInstance)
        .map(Tooltip.class::cast)
        .filter(Tooltip::isShowing)
        .findFirst();
  }

  private static Tooltip shown() {
    TestWindow.waitUntil("a tip is shown", () -> showing().isPresent());
    return showing().orElseThrow();
  }

  private static boolean hasTip(Node node) {
    return node.getProperties().values().stream().anyMatch(Tooltip.class::isInstance);
  }

  @Test
  void tooltipIsCreatedOnlyOnHover(FxRobot robot) {
    robot.interact(() -> Tips.explain(hovered, "a tooltip"));
    robot.interact(() -> Tips.explain(other, "what that is"));
    assertThat(hasTip(hovered)).isFalse();

    robot.moveTo(hovered);
    robot.moveBy(3, 3);

    assertThat(shown().getText()).isEqualTo("a tooltip");
    assertThat(hasTip(other)).isFalse();
  }

  @Test
  void whatIsExplainedIsReadAloudToo(FxRobot robot) {
    SimpleStringProperty sentence = new SimpleStringProperty("before");
    robot.interact(() -> Tips.explain(hovered, "a tooltip"));
    robot.interact(() -> Tips.explain(other, sentence));
    robot.interact(() -> sentence.set("after"));

    assertThat(hovered.getAccessibleHelp()).isEqualTo("a tooltip");
    assertThat(other.getAccessibleHelp()).isEqualTo("after");
  }

  @Test
  void tooltipShowsTheCurrentText(FxRobot robot) {
    SimpleStringProperty sentence = new SimpleStringProperty("when the mouse came");
    robot.interact(() -> Tips.explain(hovered, sentence));
    robot.moveTo(hovered);
    robot.moveBy(3, 3);
    robot.interact(() -> sentence.set("when it was shown"));

    assertThat(shown().getText()).isEqualTo("when it was shown");
  }

  @Test
  void escapeHidesATooltipAndReachesTheScene(FxRobot robot) {
    List<KeyCode> receivedKeys = new ArrayList<>();
    robot.interact(
        () -> {
          hovered.getScene().setOnKeyPressed(event -> receivedKeys.add(event.getCode()));
          Tips.of("a tooltip").show(hovered.getScene().getWindow());
        });

    robot.push(KeyCode.ESCAPE);

    assertThat(showing()).isEmpty();
    assertThat(receivedKeys).containsExactly(KeyCode.ESCAPE);
  }

  @Test
  void whereThereIsNothingToSayNothingIsShown(FxRobot robot) {
    robot.interact(() -> Tips.explain(hovered, "an old tooltip"));
    robot.moveTo(hovered);
    robot.moveBy(3, 3);
    robot.moveTo(other);
    robot.interact(() -> Tips.explain(hovered, ""));
    robot.moveTo(hovered);
    robot.moveBy(3, 3);

    // A tooltip would appear after one second.
    WaitForAsyncUtils.sleep(1500, TimeUnit.MILLISECONDS);
    assertThat(showing()).isEmpty();
    assertThat(hovered.getAccessibleHelp()).isNull();
  }

  @Test
  void aVeryLongSentenceIsShownWithItsBeginning(FxRobot robot) {
    robot.interact(() -> Tips.setTooltip(hovered, () -> "x".repeat(5000)));
    robot.moveTo(hovered);
    robot.moveBy(3, 3);

    assertThat(shown().getText()).hasSize(2001).endsWith("…");
  }
}
