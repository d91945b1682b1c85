package io.github.tensorloupe.desktop.theme;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class ThemesTest {

  private Scene scene;

  @Start
  void show(Stage stage) {
    TestWindow.show(stage, new StackPane(), 200, 200);
    scene = stage.getScene();
  }

  private void apply(FxRobot robot, Theme theme) {
    robot.interact(
        () -> {
          Themes.apply(Appearance.DEFAULT.withTheme(theme), scene);
          scene.getRoot().applyCss();
        });
  }

  @Test
  void windowThatGrowsShowsTheGroundOfItsTheme(FxRobot robot) {
    apply(robot, Theme.DARK);
    assertThat(((Color) scene.getFill()).getBrightness()).isLessThan(0.2);

    apply(robot, Theme.LIGHT);
    assertThat(((Color) scene.getFill()).getBrightness()).isGreaterThan(0.9);
  }

  @Test
  void anotherRootHasItsOwnGround(FxRobot robot) {
    apply(robot, Theme.DARK);
    StackPane root = new StackPane();
    root.setStyle("-fx-background-color: #123456");

    robot.interact(
        () -> {
          scene.setRoot(root);
          root.applyCss();
        });

    assertThat(scene.getFill()).isEqualTo(Color.web("#123456"));
  }
}
