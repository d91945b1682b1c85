package io.github.tensorloupe.desktop.theme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javafx.beans.property.SimpleStringProperty;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

@ExtendWith(ApplicationExtension.class)
class TipsTest {

  private Label asked;
  private Label other;

  @Start
  void show(Stage stage) {
    asked = new Label("asked");
    other = new Label("other");
    for (Label label : new Label[] {asked, other}) {
      label.setMinSize(120, 40);
    }
    stage.setScene(new Scene(new VBox(60, asked, other), 300, 300));
    stage.show();
  }

  private static Tooltip shown() {
    WaitForAsyncUtils.waitForFxEvents();
    WaitForAsyncUtils.sleep(1500, TimeUnit.MILLISECONDS);
    return Window.getWindows().stream()
        .filter(Tooltip.class::isInstance)
        .map(Tooltip.class::cast)
        .filter(Tooltip::isShowing)
        .findFirst()
        .orElse(null);
  }

  private static boolean hasTip(Node node) {
    return node.getProperties().values().stream().anyMatch(Tooltip.class::isInstance);
  }

  @Test
  void aTipIsMadeOnlyForWhatTheMouseComesTo(FxRobot robot) {
    robot.interact(() -> Tips.explain(asked, "what it is"));
    robot.interact(() -> Tips.explain(other, "what that is"));
    assertThat(hasTip(asked)).isFalse();

    robot.moveTo(asked);
    robot.moveBy(3, 3);

    assertThat(shown().getText()).isEqualTo("what it is");
    assertThat(hasTip(other)).isFalse();
  }

  @Test
  void whatIsExplainedIsReadAloudToo(FxRobot robot) {
    SimpleStringProperty sentence = new SimpleStringProperty("before");
    robot.interact(() -> Tips.explain(asked, "what it is"));
    robot.interact(() -> Tips.explain(other, sentence));
    robot.interact(() -> sentence.set("after"));

    assertThat(asked.getAccessibleHelp()).isEqualTo("what it is");
    assertThat(other.getAccessibleHelp()).isEqualTo("after");
  }

  @Test
  void aTipTellsWhatHoldsWhenItIsShown(FxRobot robot) {
    SimpleStringProperty sentence = new SimpleStringProperty("when the mouse came");
    robot.interact(() -> Tips.explain(asked, sentence));
    robot.moveTo(asked);
    robot.moveBy(3, 3);
    robot.interact(() -> sentence.set("when it was shown"));

    assertThat(shown().getText()).isEqualTo("when it was shown");
  }

  @Test
  void escapeHidesATipAndIsHeardBelowItToo(FxRobot robot) {
    List<KeyCode> heard = new ArrayList<>();
    robot.interact(
        () -> {
          asked.getScene().setOnKeyPressed(event -> heard.add(event.getCode()));
          Tips.of("what it is").show(asked.getScene().getWindow());
        });

    robot.push(KeyCode.ESCAPE);

    assertThat(shown()).isNull();
    assertThat(heard).containsExactly(KeyCode.ESCAPE);
  }

  @Test
  void whereThereIsNothingToSayNothingIsShown(FxRobot robot) {
    robot.interact(() -> Tips.explain(asked, "what it was"));
    robot.moveTo(asked);
    robot.moveBy(3, 3);
    robot.moveTo(other);
    robot.interact(() -> Tips.explain(asked, ""));
    robot.moveTo(asked);
    robot.moveBy(3, 3);

    assertThat(shown()).isNull();
    assertThat(asked.getAccessibleHelp()).isNull();
  }

  @Test
  void aVeryLongSentenceIsShownWithItsBeginning(FxRobot robot) {
    robot.interact(() -> Tips.tell(asked, () -> "x".repeat(5000)));
    robot.moveTo(asked);
    robot.moveBy(3, 3);

    assertThat(shown().getText()).hasSize(2001).endsWith("…");
  }
}
