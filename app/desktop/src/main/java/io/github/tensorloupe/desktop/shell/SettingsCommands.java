package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.command.Keymap;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutsFlow;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.settings.SettingsPanel;
import io.github.tensorloupe.desktop.settings.SettingsPanel.DataLocation;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.storage.WeightForm;
import io.github.tensorloupe.storage.Folders;

/// The settings in one workspace: the settings panel, the shortcuts panel, and the commands that
/// change the appearance. Belongs to the FX thread.
final class SettingsCommands {

  private final Workspace workspace;
  private final PaneContext context;
  private final ChosenSettings settings;

  SettingsCommands(Workspace workspace) {
    this.workspace = workspace;
    context = workspace.context;
    settings = workspace.environment.settings();
    Commands commands = context.commands();
    ShortcutsFlow shortcuts =
        new ShortcutsFlow(context::panels, settings, commands, context.messages());
    commands.bind(Command.SETTINGS, () -> show(shortcuts));
    commands.bind(Command.SHORTCUTS, shortcuts::show);
    bindTheme(commands, Command.THEME_LIGHT, Theme.LIGHT);
    bindTheme(commands, Command.THEME_DARK, Theme.DARK);
    bindTheme(commands, Command.THEME_SYSTEM, Theme.SYSTEM);
    commands.bindAlways(Command.FONT_LARGER, () -> settings.enlarge(1));
    commands.bindAlways(Command.FONT_SMALLER, () -> settings.enlarge(-1));
    commands.bindAlways(Command.FONT_USUAL, settings::resetFontSize);
  }

  private void bindTheme(Commands commands, Command command, Theme theme) {
    commands.bind(command, () -> settings.changeAppearance(look -> look.withTheme(theme)));
    commands.mark(
        command, settings.settingsProperty().map(now -> now.appearance().theme() == theme));
  }

  /// Adds shortcuts for the text size that menus do not show: for plus on the key of the equals
  /// sign, and for the number pad.
  void listenIn(Node view) {
    view.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.isShortcutDown() && !event.isAltDown()) {
            switch (event.getCode()) {
              case EQUALS, ADD -> settings.enlarge(1);
              case SUBTRACT -> settings.enlarge(-1);
              case NUMPAD0 -> settings.resetFontSize();
              default -> {
                return;
              }
            }
            event.consume();
          }
        });
  }

  /// Subscribes to the settings, which outlive the window, and reports failures to store them.
  Subscription subscribe() {
    ObjectProperty<WeightForm> form = workspace.weights.formProperty();
    form.set(settings.get().weightForm());
    form.subscribe((_, chosen) -> settings.change(now -> now.withWeightForm(chosen)));
    return settings
        .settingsProperty()
        .map(chosen -> chosen.shortcuts())
        .subscribe(keys -> context.commands().keymapProperty().set(Keymap.of(keys)))
        .and(settings.settingsProperty().subscribe(now -> form.set(now.weightForm())))
        .and(
            settings
                .failureProperty()
                .subscribe(failure -> failure.ifPresent(workspace.status::report)));
  }

  private void show(ShortcutsFlow shortcuts) {
    SettingsPanel.Actions actions =
        new SettingsPanel.Actions(SettingsCommands::places, workspace::reveal, shortcuts::show);
    new SettingsPanel(context.panels(), settings, actions, context.messages()).show();
  }

  private static List<DataLocation> places() {
    Folders folders = Folders.ofThisProcess();
    return List.of(
        new DataLocation("settings.place.config", folders.config()),
        new DataLocation("settings.place.cache", folders.cache()),
        new DataLocation("settings.place.log", folders.logs()));
  }
}
