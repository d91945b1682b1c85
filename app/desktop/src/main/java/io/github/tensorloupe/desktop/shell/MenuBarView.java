package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Command.CommandMenu;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.text.Messages;

/// The menus, made from the commands.
final class MenuBarView extends MenuBar {

  private final Commands commands;
  private final Messages messages;

  MenuBarView(Commands commands, Menu recent, Messages messages) {
    this.commands = commands;
    this.messages = messages;
    setId("menu-bar");
    setUseSystemMenuBar(true);
    for (CommandMenu each : CommandMenu.values()) {
      getMenus().add(menu(each));
    }
    // Behind the commands that open something.
    List<MenuItem> file = getMenus().get(CommandMenu.FILE.ordinal()).getItems();
    file.add(CommandMenu.FILE.sections().getFirst().size(), recent);
  }

  private Menu menu(CommandMenu which) {
    Menu menu = new Menu(messages.text(which.messageKey()));
    menu.setId("menu-" + which.name().toLowerCase(Locale.ROOT));
    for (List<Command> section : which.sections()) {
      if (!menu.getItems().isEmpty()) {
        menu.getItems().add(new SeparatorMenuItem());
      }
      menu.getItems().addAll(items(section));
    }
    return menu;
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
