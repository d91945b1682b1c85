package io.github.tensorloupe.desktop.control.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.copy.CopyMenu.CopiedEvent;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class CopyMenuTest {

  private final List<String> copiedTexts = new ArrayList<>();
  private Label label;
  private VBox field;

  @Start
  void show(Stage stage) {
    label = new Label("shown");
    field = new VBox(new Label("drawn"));
    VBox around = new VBox(label, field);
    around.addEventHandler(CopiedEvent.COPIED, event -> copiedTexts.add(event.text()));
    for (var node : List.of(label, field)) {
      new CopyMenu(Messages.english())
          .copies("copy.text", () -> "first")
          .copies("copy.tensor.shape", () -> "[2, 3]")
          .installOn(node);
      node.setFocusTraversable(true);
    }
    TestWindow.show(stage, around, 300, 200);
  }

  @Test
  void copyKeysFireACopiedEvent(FxRobot robot) {
    robot.interact(label::requestFocus);

    robot.push(KeyCode.SHORTCUT, KeyCode.C);

    assertThat(copiedTexts).containsExactly("first");
  }

  @Test
  void menuChoiceFiresACopiedEvent(FxRobot robot) {
    robot.rightClickOn(label).clickOn("#menu-item-copy-tensor-shape");
    robot.rightClickOn(field).clickOn("#menu-item-copy-text");

    assertThat(copiedTexts).containsExactly("[2, 3]", "first");
  }
}
