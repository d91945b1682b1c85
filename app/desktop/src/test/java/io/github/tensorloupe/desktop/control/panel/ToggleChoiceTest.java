package io.github.tensorloupe.desktop.control.panel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.List;
import java.util.stream.Stream;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// A choice of two options, the second of which can be refused.
@ExtendWith(StageExtension.class)
class ToggleChoiceTest {

  private ToggleChoice<String> choice;
  private String shown = "rows";
  private boolean isRefused;

  @Start
  void show(Stage stage) {
    choice = new ToggleChoice<>();
    for (String each : List.of("rows", "columns")) {
      choice.add(
          each, "show-" + each, each, "Show " + each, () -> shown = isRefused ? shown : each);
    }
    choice.press(each -> each.equals(shown));
    TestWindow.show(stage, choice, 300, 100);
  }

  private List<String> pressed() {
    return Stream.of("rows", "columns").filter(each -> choice.toggle(each).isSelected()).toList();
  }

  @Test
  void onlyTheButtonOfWhatIsShownIsPressedWhateverAPersonPresses(FxRobot robot) {
    assertThat(pressed()).containsExactly("rows");
    assertThat(Tips.sentence(choice.toggle("columns"))).isEqualTo("Show columns");

    robot.clickOn("#show-columns");
    assertThat(pressed()).containsExactly("columns");
    robot.clickOn("#show-columns");
    assertThat(pressed()).as("one stays pressed").containsExactly("columns");

    isRefused = true;
    robot.clickOn("#show-rows");
    assertThat(pressed()).as("nothing changed").containsExactly("columns");
  }
}
