package io.github.tensorloupe.ui.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.ui.text.Messages;
import javafx.beans.property.SimpleBooleanProperty;
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
}
