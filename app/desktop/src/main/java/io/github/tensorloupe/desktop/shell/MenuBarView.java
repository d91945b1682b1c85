package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Command.CommandMenu;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.text.Messages;

/// The menu bar, built from the commands. The menu items are created after the first frame.
final class MenuBarView extends MenuBar {

  private final Commands commands;
  private final Messages messages;

  MenuBarView(Workspace workspace) {
    commands = workspace.context.commands();
    messages = workspace.context.messages();
    setId("menu-bar");
    setUseSystemMenuBar(true);
    for (CommandMenu each : CommandMenu.values()) {
      Menu menu = new Menu(messages.text(each.messageKey()));
      menu.setId("menu-" + each.name().toLowerCase(Locale.ROOT));
      getMenus().add(menu);
    }
    List<Menu> recent = workspace.library.recentMenus();
    workspace.firstFrame.runAfter(() -> fill(recent));
  }

  private void fill(List<Menu> recent) {
    for (CommandMenu each : CommandMenu.values()) {
      fill(getMenus().get(each.ordinal()), each.sections());
    }
    // After the commands that open something.
    List<MenuItem> file = getMenus().get(CommandMenu.FILE.ordinal()).getItems();
    file.addAll(CommandMenu.FILE.sections().getFirst().size(), recent);
  }

  private void fill(Menu menu, List<List<Command>> sections) {
    for (List<Command> section : sections) {
      if (!menu.getItems().isEmpty()) {
        menu.getItems().add(new SeparatorMenuItem());
      }
      menu.getItems().addAll(items(section));
    }
  }

  private List<MenuItem> items(List<Command> section) {
    List<MenuItem> items = section.stream().map(commands::menuItem).toList();
    if (!section.contains(Command.THEME_SYSTEM)) {
      return items;
    }
    Menu themes = new Menu(messages.text("menu.theme"));
    themes.setId("menu-theme");
    themes.getItems().addAll(items);
    return List.of(themes);
  }
}
