package io.github.tensorloupe.desktop.command;

import module java.base;
import module javafx.controls;

import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// Everything a person can tell the window to do. The text stands in the message bundle under
/// [#messageKey()].
///
/// The commands from [#SHOW_OVERVIEW] to [#SHOW_BYTES] turn to a pane. A new pane has its command
/// between them, where its tab is.
public enum Command {
  OPEN_FILE("command.open-file", Feather.FILE, "Shortcut+O"),
  OPEN_FOLDER("command.open-folder", Feather.FOLDER, "Shortcut+Shift+O"),
  OPEN_DEMO("command.open-demo", Feather.BOX, null),
  RELOAD("command.reload", Feather.REFRESH_CW, "F5"),
  REVEAL("command.reveal", Feather.EXTERNAL_LINK, null),
  SAVE("command.save", Feather.SAVE, "Shortcut+S"),
  SAVE_AS("command.save-as", Feather.COPY, "Shortcut+Shift+S"),
  EXPORT("command.export", Feather.SHARE, "Shortcut+E"),
  NEW_WINDOW("command.new-window", Feather.PLUS_SQUARE, "Shortcut+N"),
  REOPEN_CLOSED("command.reopen-closed", Feather.ROTATE_CCW, "Shortcut+Shift+T"),
  CLOSE("command.close", Feather.X, "Shortcut+W"),
  QUIT("command.quit", Feather.LOG_OUT, "Shortcut+Q"),
  UNDO("command.undo", Feather.CORNER_UP_LEFT, "Shortcut+Z"),
  REDO("command.redo", Feather.CORNER_UP_RIGHT, "Shortcut+Shift+Z"),
  DISCARD_CHANGES("command.discard-changes", Feather.TRASH_2, null),
  ALIGN_DATA("command.align-data", Feather.SLIDERS, null),
  EDIT_MANY_FILES("command.edit-many-files", Feather.LAYERS, null),
  SALVAGE("command.salvage", Feather.LIFE_BUOY, null),
  REPAIR("command.repair", Feather.TOOL, null),
  WRITE_INDEX("command.write-index", Feather.LIST, null),
  ADD_FORMAT("command.add-format", Feather.TAG, null),
  COMPARE_MANIFEST("command.compare-manifest", Feather.CHECK_SQUARE, null),
  WRITE_MANIFEST("command.write-manifest", Feather.FILE_PLUS, null),
  SCAN_VALUES("command.scan-values", Feather.ACTIVITY, "Shortcut+R"),
  STOP_SCAN("command.stop-scan", Feather.STOP_CIRCLE, null),
  FILTER("command.filter", Feather.SEARCH, "Shortcut+F"),
  EXPAND_ALL("command.expand-all", Feather.CHEVRONS_DOWN, "Shortcut+Shift+E"),
  COLLAPSE_ALL("command.collapse-all", Feather.CHEVRONS_UP, "Shortcut+Shift+L"),
  SHOW_OVERVIEW("command.show-overview", Feather.LAYOUT, "Shortcut+1"),
  SHOW_METADATA("command.show-metadata", Feather.TAG, "Shortcut+2"),
  SHOW_VALUES("command.show-values", Feather.GRID, "Shortcut+3"),
  SHOW_HEATMAP("command.show-heatmap", Feather.IMAGE, "Shortcut+4"),
  SHOW_HISTOGRAM("command.show-histogram", Feather.BAR_CHART_2, "Shortcut+5"),
  SHOW_PROBLEMS("command.show-problems", Feather.ALERT_TRIANGLE, "Shortcut+6"),
  SHOW_LAYERS("command.show-layers", Feather.LAYERS, "Shortcut+7"),
  SHOW_HASHES("command.show-hashes", Feather.KEY, "Shortcut+8"),
  SHOW_BYTES("command.show-bytes", Feather.HASH, "Shortcut+9"),
  GO_BACK("command.go-back", Feather.ARROW_LEFT, Keys.BACK),
  GO_FORWARD("command.go-forward", Feather.ARROW_RIGHT, Keys.FORWARD),
  NEXT_AREA("command.next-area", Feather.CHEVRONS_RIGHT, "F6"),
  PREVIOUS_AREA("command.previous-area", Feather.CHEVRONS_LEFT, "Shift+F6"),
  FIND_BYTES("command.find-bytes", Feather.SEARCH, "Shortcut+Shift+F"),
  FIND_NEXT("command.find-next", Feather.CHEVRON_DOWN, "F3"),
  FIND_PREVIOUS("command.find-previous", Feather.CHEVRON_UP, "Shift+F3"),
  GO_TO_OFFSET("command.go-to-offset", Feather.CORNER_DOWN_RIGHT, "Shortcut+G"),
  SHOW_JOBS("command.show-jobs", Feather.CLOCK, "Shortcut+Shift+J"),
  SHOW_LOG("command.show-log", Feather.FILE_TEXT, null),
  TOGGLE_BYTES("command.toggle-bytes", Feather.SIDEBAR, "Shortcut+J"),
  TOGGLE_FILE_MAP("command.toggle-file-map", Feather.MAP, null),
  FULL_SCREEN("command.full-screen", Feather.MAXIMIZE, Keys.FULL_SCREEN),
  THEME_LIGHT("command.theme-light", Feather.SUN, null),
  THEME_DARK("command.theme-dark", Feather.MOON, null),
  THEME_SYSTEM("command.theme-system", Feather.MONITOR, null),
  FONT_LARGER("command.font-larger", Feather.ZOOM_IN, "Shortcut+Plus"),
  FONT_SMALLER("command.font-smaller", Feather.ZOOM_OUT, "Shortcut+Minus"),
  FONT_USUAL("command.font-usual", Feather.TYPE, "Shortcut+0"),
  SETTINGS("command.settings", Feather.SETTINGS, "Shortcut+Comma"),
  PALETTE("command.palette", Feather.TERMINAL, "Shortcut+K"),
  USER_GUIDE("command.user-guide", Feather.BOOK_OPEN, "F1"),
  SHORTCUTS("command.shortcuts", Feather.COMMAND, "Shortcut+Shift+K"),
  COPY_DETAILS("command.copy-details", Feather.CLIPBOARD, null),
  ABOUT("command.about", Feather.INFO, null);

  /// Keys that differ from system to system, because text fields take some of them.
  private static final class Keys {
    private static final boolean MAC = System.getProperty("os.name", "").startsWith("Mac");
    private static final String BACK = MAC ? "Meta+[" : "Alt+Left";
    private static final String FULL_SCREEN = MAC ? "Ctrl+Meta+F" : "F11";
    private static final String FORWARD = MAC ? "Meta+]" : "Alt+Right";
  }

  private final String messageKey;
  private final Ikon icon;
  private final Optional<KeyCombination> usualKeys;

  Command(String messageKey, Ikon icon, String usualKeys) {
    this.messageKey = messageKey;
    this.icon = icon;
    this.usualKeys = Optional.ofNullable(usualKeys).map(KeyCombination::valueOf);
  }

  /// The commands that turn to a pane, in the order of the tabs.
  public static List<Command> panes() {
    return List.copyOf(EnumSet.range(SHOW_OVERVIEW, SHOW_BYTES));
  }

  public String messageKey() {
    return messageKey;
  }

  public Ikon icon() {
    return icon;
  }

  /// The stable name of the command: the same in every version and language.
  public String id() {
    return messageKey.substring("command.".length());
  }

  /// The keys that usually start it, if there are any. Which keys do, a [Keymap] says.
  public Optional<KeyCombination> usualKeys() {
    return usualKeys;
  }

  /// The menus with their commands: the menu bar, the palette and the list of keys all follow it.
  public enum CommandMenu {
    FILE(
        "menu.file",
        List.of(
            List.of(NEW_WINDOW, OPEN_FILE, OPEN_FOLDER, OPEN_DEMO, REOPEN_CLOSED),
            List.of(SAVE, SAVE_AS, EXPORT),
            List.of(RELOAD, REVEAL),
            List.of(SETTINGS),
            List.of(CLOSE, QUIT))),
    EDIT(
        "menu.edit",
        List.of(
            List.of(UNDO, REDO, DISCARD_CHANGES),
            List.of(FILTER, FIND_BYTES, FIND_NEXT, FIND_PREVIOUS))),
    VIEW(
        "menu.view",
        List.of(
            panes(),
            List.of(EXPAND_ALL, COLLAPSE_ALL),
            List.of(TOGGLE_BYTES, TOGGLE_FILE_MAP, FULL_SCREEN),
            List.of(FONT_LARGER, FONT_SMALLER, FONT_USUAL),
            // A menu of its own, and the last: on the way into it the mouse touches no other entry.
            List.of(THEME_LIGHT, THEME_DARK, THEME_SYSTEM))),
    GO(
        "menu.go",
        List.of(
            List.of(PALETTE),
            List.of(GO_BACK, GO_FORWARD),
            List.of(GO_TO_OFFSET),
            List.of(NEXT_AREA, PREVIOUS_AREA))),
    TOOLS(
        "menu.tools",
        List.of(
            List.of(SCAN_VALUES, STOP_SCAN, SHOW_JOBS),
            List.of(COMPARE_MANIFEST, WRITE_MANIFEST),
            List.of(EDIT_MANY_FILES, ADD_FORMAT, ALIGN_DATA),
            List.of(SALVAGE, REPAIR, WRITE_INDEX))),
    HELP(
        "menu.help",
        List.of(List.of(USER_GUIDE, SHORTCUTS), List.of(COPY_DETAILS, SHOW_LOG, ABOUT)));

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
}
