package io.github.tensorloupe.desktop.pane.help;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.layout.VBox;

/// What a person may want to do, and how it is done.
enum GuideTopic {
  OPEN("guide.open", Optional.of(Command.OPEN_FILE)),
  NAN("guide.nan", Optional.of(Command.SCAN_VALUES)),
  DOWNLOAD("guide.download", Optional.of(Command.SHOW_HASHES)),
  METADATA("guide.metadata", Optional.of(Command.SHOW_METADATA)),
  DAMAGE("guide.damage", Optional.of(Command.SHOW_PROBLEMS)),
  FIND("guide.find", Optional.of(Command.PALETTE)),
  EXPORT("guide.export", Optional.of(Command.EXPORT)),
  SCRIPT("guide.script", Optional.empty());

  private final String messageKey;
  private final Optional<Command> command;

  GuideTopic(String messageKey, Optional<Command> command) {
    this.messageKey = messageKey;
    this.command = command;
  }

  /// Title, steps, and a button for the first of them where it can be done now.
  ///
  /// @param leave takes the guide away before that
  VBox section(Messages messages, Commands commands, Runnable leave) {
    VBox section =
        Notices.section(
            messages.text(messageKey),
            Notices.wrapping(messages.text(messageKey.replace("guide.", "guide.steps."))));
    command
        .filter(commands::isPossible)
        .ifPresent(each -> section.getChildren().add(button(each, commands, leave)));
    return section;
  }

  private static Button button(Command command, Commands commands, Runnable leave) {
    Button button = new Button(commands.text(command));
    button.setId("guide-" + command.id());
    button.getStyleClass().add("small");
    button.setOnAction(
        _ -> {
          leave.run();
          commands.run(command);
        });
    return button;
  }
}
