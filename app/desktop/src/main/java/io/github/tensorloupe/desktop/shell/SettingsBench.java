package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutsFlow;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.settings.KeptPlace;
import io.github.tensorloupe.desktop.settings.LanguageChoice;
import io.github.tensorloupe.desktop.settings.SettingsPanel;
import io.github.tensorloupe.desktop.settings.SettingsViewModel;
import io.github.tensorloupe.desktop.text.Language;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.Theme;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.input.KeyEvent;

/// The settings as one window offers them: their panel, that of the shortcuts, and the commands
/// that change the look. Belongs to the FX thread.
final class SettingsBench {

  /// What it works with.
  ///
  /// @param panels gives the place above the window
  /// @param failed tells what did not work
  record Tools(
      ChosenSettings settings,
      FileManager fileManager,
      Supplier<PanelHost> panels,
      Consumer<Failure> failed,
      Jobs jobs,
      Messages messages) {}

  private final Tools tools;
  private final SettingsViewModel model;

  SettingsBench(Tools tools) {
    this.tools = tools;
    model = new SettingsViewModel(tools.settings(), languages());
  }

  private List<LanguageChoice> languages() {
    LanguageChoice system =
        new LanguageChoice(Optional.empty(), tools.messages().text("settings.language.system"));
    return Stream.concat(
            Stream.of(system),
            Stream.of(Language.values())
                .map(each -> new LanguageChoice(Optional.of(each.tag()), each.ownName())))
        .toList();
  }

  void bindTo(Commands commands) {
    ShortcutsFlow shortcuts =
        new ShortcutsFlow(tools.panels(), tools.settings(), commands, tools.messages());
    commands.bind(Command.SETTINGS, () -> show(shortcuts));
    commands.bind(Command.SHORTCUTS, shortcuts::show);
    bindTheme(commands, Command.THEME_LIGHT, Theme.LIGHT);
    bindTheme(commands, Command.THEME_DARK, Theme.DARK);
    bindTheme(commands, Command.THEME_SYSTEM, Theme.SYSTEM);
    commands.bindThroughout(Command.FONT_LARGER, () -> model.enlarge(1));
    commands.bindThroughout(Command.FONT_SMALLER, () -> model.enlarge(-1));
    commands.bindThroughout(Command.FONT_USUAL, model::useUsualSize);
  }

  private void bindTheme(Commands commands, Command command, Theme theme) {
    commands.bind(command, () -> model.choose(theme));
    commands.mark(
        command, model.settings().map(settings -> settings.appearance().theme() == theme));
  }

  /// Listens for the keys that change the size of text beside the ones that menus show: where plus
  /// is on the key of the equals sign, and on the number pad.
  void listenIn(Node view) {
    view.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.isShortcutDown() && !event.isAltDown()) {
            switch (event.getCode()) {
              case EQUALS, ADD -> model.enlarge(1);
              case SUBTRACT -> model.enlarge(-1);
              case NUMPAD0 -> model.useUsualSize();
              default -> {
                return;
              }
            }
            event.consume();
          }
        });
  }

  private void show(ShortcutsFlow shortcuts) {
    SettingsPanel.Ways ways =
        new SettingsPanel.Ways(SettingsBench::places, this::reveal, Optional.of(shortcuts::show));
    new SettingsPanel(tools.panels().get(), model, ways, tools.messages()).show();
  }

  private static List<KeptPlace> places() {
    Folders folders = Folders.ofThisProcess();
    return List.of(
        new KeptPlace("settings.place.config", folders.config()),
        new KeptPlace("settings.place.cache", folders.cache()),
        new KeptPlace("settings.place.log", folders.logs()));
  }

  private void reveal(Path path) {
    tools
        .jobs()
        .start(
            tools.messages().text("settings.place.show"),
            (_, _) -> {
              tools.fileManager().show(path);
              return path;
            },
            _ -> {},
            thrown -> tools.failed().accept(Failures.of(thrown).about(path)))
        .unstoppable();
  }
}
