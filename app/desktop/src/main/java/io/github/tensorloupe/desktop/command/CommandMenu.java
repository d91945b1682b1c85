package io.github.tensorloupe.desktop.command;

import module java.base;

/// The menus with their commands: the menu bar, the palette and the list of keys all follow it.
public enum CommandMenu {
  FILE(
      "menu.file",
      List.of(
          List.of(
              Command.NEW_WINDOW,
              Command.OPEN_FILE,
              Command.OPEN_FOLDER,
              Command.OPEN_DEMO,
              Command.REOPEN_CLOSED),
          List.of(Command.SAVE, Command.SAVE_AS, Command.EXPORT),
          List.of(Command.RELOAD, Command.REVEAL),
          List.of(Command.SETTINGS),
          List.of(Command.CLOSE, Command.QUIT))),
  EDIT(
      "menu.edit",
      List.of(
          List.of(Command.UNDO, Command.REDO, Command.DISCARD_CHANGES),
          List.of(Command.FILTER, Command.FIND_BYTES, Command.FIND_NEXT, Command.FIND_PREVIOUS))),
  VIEW(
      "menu.view",
      List.of(
          Command.panes(),
          List.of(Command.EXPAND_ALL, Command.COLLAPSE_ALL),
          List.of(Command.TOGGLE_BYTES, Command.TOGGLE_FILE_MAP, Command.FULL_SCREEN),
          List.of(Command.FONT_LARGER, Command.FONT_SMALLER, Command.FONT_USUAL),
          // A menu of its own, and the last: on the way into it the mouse touches no other entry.
          List.of(Command.THEME_LIGHT, Command.THEME_DARK, Command.THEME_SYSTEM))),
  GO(
      "menu.go",
      List.of(
          List.of(Command.PALETTE),
          List.of(Command.GO_BACK, Command.GO_FORWARD),
          List.of(Command.GO_TO_OFFSET),
          List.of(Command.NEXT_AREA, Command.PREVIOUS_AREA))),
  TOOLS(
      "menu.tools",
      List.of(
          List.of(Command.SCAN_VALUES, Command.STOP_SCAN, Command.SHOW_JOBS),
          List.of(Command.COMPARE_MANIFEST, Command.WRITE_MANIFEST),
          List.of(Command.EDIT_MANY_FILES, Command.ADD_FORMAT, Command.ALIGN_DATA),
          List.of(Command.SALVAGE, Command.REPAIR, Command.WRITE_INDEX))),
  HELP(
      "menu.help",
      List.of(
          List.of(Command.USER_GUIDE, Command.SHORTCUTS),
          List.of(Command.COPY_DETAILS, Command.SHOW_LOG, Command.ABOUT)));

  private final String messageKey;
  private final List<List<Command>> sections;

  CommandMenu(String messageKey, List<List<Command>> sections) {
    this.messageKey = messageKey;
    this.sections = sections;
  }

  /// The key of its title in the message bundle. A `_` stands before the letter that opens it.
  public String messageKey() {
    return messageKey;
  }

  /// Its commands, parted by lines.
  public List<List<Command>> sections() {
    return sections;
  }

  public List<Command> commands() {
    return sections.stream().flatMap(List::stream).toList();
  }

  public static CommandMenu of(Command command) {
    return Stream.of(values())
        .filter(menu -> menu.commands().contains(command))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(command + " is in no menu"));
  }
}
