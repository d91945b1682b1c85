package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Labeled;
import javafx.scene.control.Tab;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class TabBarTest {

  private final Tab document = new Tab("a.safetensors");
  private TabBar bar;

  @Start
  void show(Stage stage) {
    bar = new TabBar(Messages.english());
    bar.add(document, 0);
    TestWindow.show(stage, bar, 900, 60);
  }

  @Test
  void tabsStayVisibleIfATitleGrows(FxRobot robot) {
    assertThat(isMenuVisible()).isFalse();

    robot.interact(() -> document.setText("• a.safetensors with a longer title"));
    robot.interact(() -> {});

    assertThat(isMenuVisible()).isFalse();
  }

  @Test
  void listOfTabsShowsUnderscores(FxRobot robot) {
    robot.interact(
        () -> {
          for (int number = 0; number < 20; number++) {
            bar.add(new Tab("model_with_name_" + number + ".safetensors"), number);
          }
        });
    robot.interact(bar::layout);

    robot.clickOn(bar.lookup(".control-buttons-tab"));

    TestWindow.assertEventually(
        () ->
            assertThat(
                    Window.getWindows().stream()
                        .filter(ContextMenu.class::isInstance)
                        .flatMap(menu -> menu.getScene().getRoot().lookupAll(".label").stream())
                        .map(label -> ((Labeled) label))
                        .filter(label -> label.getText().startsWith("model_"))
                        .map(Labeled::isMnemonicParsing))
                .hasSize(20)
                .containsOnly(false));
  }

  /// Returns true if the menu of hidden tabs is visible.
  private boolean isMenuVisible() {
    return bar.lookup(".control-buttons-tab").isVisible();
  }
}
