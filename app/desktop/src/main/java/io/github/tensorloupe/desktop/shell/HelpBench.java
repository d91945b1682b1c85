package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.command.Keymap;
import io.github.tensorloupe.desktop.pane.help.HelpFlow;
import io.github.tensorloupe.desktop.pane.help.Program;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.util.Subscription;

/// Help and keys of one window, bound to its commands. Belongs to the FX thread.
final class HelpBench {

  private final Subscription following;

  /// @param view of the window; asked for when something is shown
  /// @param reveal shows a file in the file manager
  HelpBench(
      Supplier<MainView> view,
      Consumer<Path> reveal,
      ChosenSettings settings,
      Commands commands,
      Messages messages) {
    HelpFlow help =
        new HelpFlow(
            () -> view.get().panels(),
            () -> Program.now(CommandLineInterface.version()),
            sentence -> view.get().tell(sentence),
            reveal,
            commands,
            messages);
    commands.bind(Command.USER_GUIDE, () -> help.showGuide(HelpFlow.writtenGuide()));
    commands.bind(Command.ABOUT, help::showAbout);
    commands.bindThroughout(Command.COPY_DETAILS, help::copyDetails);
    following =
        settings
            .settingsProperty()
            .map(chosen -> chosen.shortcuts())
            .subscribe(shortcutsOf -> commands.keymapProperty().set(Keymap.of(shortcutsOf)));
  }

  /// Is done with following the settings, which live longer than a window.
  void close() {
    following.unsubscribe();
  }
}
