package io.github.tensorloupe.desktop.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.text.Messages;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.control.RadioMenuItem;
import org.junit.jupiter.api.Test;

class CommandsTest {

  private final Messages messages = Messages.english();
  private final Commands commands = new Commands(messages);

  @Test
  void whatIsHeldIsNotSaidToLackWhatItNeeds() {
    commands.bind(Command.UNDO, () -> {});
    commands.heldProperty().set(true);

    assertThat(commands.why(Command.UNDO, true)).contains(messages.text("command.why.not-now"));
    commands.heldProperty().set(false);
    assertThat(commands.why(Command.UNDO, true)).isEmpty();
  }

  @Test
  void nothingToReopenIsNotForWantOfAnOpenFile() {
    commands.bind(Command.REOPEN_CLOSED, () -> {}, new SimpleBooleanProperty(false));

    assertThat(commands.why(Command.REOPEN_CLOSED, false))
        .contains(messages.text("command.why.nothing-closed"));
  }

  @Test
  void currentChoiceStaysMarkedWhenChosenAgain() {
    SimpleBooleanProperty dark = new SimpleBooleanProperty(false);
    commands.bind(Command.THEME_DARK, () -> dark.set(true));
    commands.mark(Command.THEME_DARK, dark);
    RadioMenuItem item = (RadioMenuItem) commands.menuItem(Command.THEME_DARK);
    assertThat(item.isSelected()).isFalse();

    item.fire();
    assertThat(item.isSelected()).isTrue();

    item.setSelected(false);
    item.fire();
    assertThat(item.isSelected()).isTrue();
    dark.set(false);
    assertThat(item.isSelected()).isFalse();
  }
}
