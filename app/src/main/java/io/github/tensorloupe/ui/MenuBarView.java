package io.github.tensorloupe.ui;

import io.github.tensorloupe.ui.command.Command;
import io.github.tensorloupe.ui.command.Commands;
import io.github.tensorloupe.ui.text.Messages;
import java.util.List;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.SeparatorMenuItem;

/// The menus, made from the commands.
final class MenuBarView extends MenuBar {

  private final Commands commands;
  private final Messages messages;

  /// @param recent the menu of what was opened before
  MenuBarView(Commands commands, Menu recent, Messages messages) {
    this.commands = commands;
    this.messages = messages;
    setId("menu-bar");
    setUseSystemMenuBar(true);
    getMenus().addAll(fileMenu(recent), editMenu(), viewMenu());
  }

  private Menu fileMenu(Menu recent) {
    Menu menu = new Menu(messages.text("menu.file"));
    menu.setId("menu-file");
    add(menu, List.of(Command.OPEN_FILE, Command.OPEN_FOLDER, Command.OPEN_DEMO));
    menu.getItems().add(recent);
    menu.getItems().add(new SeparatorMenuItem());
    add(menu, List.of(Command.SAVE, Command.SAVE_AS, Command.EXPORT));
    menu.getItems().add(new SeparatorMenuItem());
    add(menu, List.of(Command.RELOAD, Command.REVEAL));
    menu.getItems().add(new SeparatorMenuItem());
    add(menu, List.of(Command.CLOSE, Command.QUIT));
    return menu;
  }

  private Menu editMenu() {
    Menu menu = new Menu(messages.text("menu.edit"));
    menu.setId("menu-edit");
    add(menu, List.of(Command.UNDO, Command.REDO, Command.DISCARD_CHANGES));
    menu.getItems().add(new SeparatorMenuItem());
    add(menu, List.of(Command.ALIGN_DATA, Command.ADD_FORMAT, Command.EDIT_MANY_FILES));
    menu.getItems().add(new SeparatorMenuItem());
    add(menu, List.of(Command.SALVAGE, Command.REPAIR, Command.WRITE_INDEX));
    return menu;
  }

  private Menu viewMenu() {
    Menu menu = new Menu(messages.text("menu.view"));
    menu.setId("menu-view");
    add(
        menu,
        List.of(
            Command.SHOW_OVERVIEW,
            Command.SHOW_METADATA,
            Command.SHOW_VALUES,
            Command.SHOW_HEATMAP,
            Command.SHOW_HISTOGRAM,
            Command.SHOW_PROBLEMS,
            Command.SHOW_BYTES,
            Command.SHOW_LAYERS,
            Command.SHOW_HASHES));
    menu.getItems().add(new SeparatorMenuItem());
    add(menu, List.of(Command.GO_BACK, Command.GO_FORWARD));
    menu.getItems().add(new SeparatorMenuItem());
    add(
        menu,
        List.of(Command.FILTER, Command.EXPAND_ALL, Command.COLLAPSE_ALL, Command.GO_TO_OFFSET));
    add(menu, List.of(Command.FIND_BYTES, Command.FIND_NEXT, Command.FIND_PREVIOUS));
    menu.getItems().add(new SeparatorMenuItem());
    add(menu, List.of(Command.SCAN_VALUES, Command.STOP_SCAN));
    menu.getItems().add(new SeparatorMenuItem());
    Menu themes = new Menu(messages.text("menu.theme"));
    themes.setId("menu-theme");
    add(themes, List.of(Command.THEME_LIGHT, Command.THEME_DARK, Command.THEME_SYSTEM));
    menu.getItems().add(themes);
    return menu;
  }

  private void add(Menu menu, List<Command> entries) {
    entries.forEach(command -> menu.getItems().add(commands.menuItem(command)));
  }
}
