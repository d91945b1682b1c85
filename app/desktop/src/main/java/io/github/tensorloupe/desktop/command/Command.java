package io.github.tensorloupe.desktop.command;

import module java.base;
import module javafx.controls;

import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The commands of the window. The text of a command is in the message bundle under
/// [#messageKey()].
///
/// The commands from [#SHOW_OVERVIEW] to [#SHOW_BYTES] show a pane. A new pane has its command
/// between them, in the order of the tabs.
public enum Command {
  OPEN_FILE(Feather.FILE, "Shortcut+O"),
  OPEN_FOLDER(Feather.FOLDER, "Shortcut+Shift+O"),
  OPEN_ADDRESS(Feather.GLOBE, "Shortcut+L"),
  COMPARE_WITH(Feather.GIT_PULL_REQUEST, "Shortcut+Shift+D"),
  SWAP_SIDES(Feather.REPEAT, null),
  SAVE_REPORT(Feather.FILE_TEXT, null),
  OPEN_DEMO(Feather.BOX, null),
  RELOAD(Feather.REFRESH_CW, "F5"),
  REVEAL(Feather.EXTERNAL_LINK, null),
  SAVE(Feather.SAVE, "Shortcut+S"),
  SAVE_AS(Feather.COPY, "Shortcut+Shift+S"),
  EXPORT(Feather.SHARE, "Shortcut+E"),
  CONVERT(Feather.SHUFFLE, "Shortcut+Shift+C"),
  DOWNLOAD(Feather.DOWNLOAD, null),
  NEW_WINDOW(Feather.PLUS_SQUARE, "Shortcut+N"),
  NEW_TAB(Feather.PLUS, "Shortcut+T"),
  REOPEN_CLOSED(Feather.ROTATE_CCW, "Shortcut+Shift+T"),
  CLOSE(Feather.X, "Shortcut+W"),
  QUIT(Feather.LOG_OUT, "Shortcut+Q"),
  UNDO(Feather.CORNER_UP_LEFT, "Shortcut+Z"),
  REDO(Feather.CORNER_UP_RIGHT, "Shortcut+Shift+Z"),
  DISCARD_CHANGES(Feather.TRASH_2, null),
  ALIGN_DATA(Feather.SLIDERS, null),
  EDIT_MANY_FILES(Feather.LAYERS, null),
  SALVAGE(Feather.LIFE_BUOY, null),
  REPAIR(Feather.TOOL, null),
  WRITE_INDEX(Feather.LIST, null),
  ADD_FORMAT(Feather.TAG, null),
  BEFORE_SHARING(Feather.EYE_OFF, null),
  COMPARE_MANIFEST(Feather.CHECK_SQUARE, null),
  WRITE_MANIFEST(Feather.FILE_PLUS, null),
  LORA_DIALECT(Feather.EDIT_3, null),
  LORA_RESIZE(Feather.MINIMIZE_2, null),
  LORA_MERGE(Feather.GIT_MERGE, null),
  LORA_INTO_BASE(Feather.LOG_IN, null),
  LORA_DROP(Feather.SCISSORS, null),
  LORA_EXTRACT(Feather.FILTER, null),
  SCAN_VALUES(Feather.ACTIVITY, "Shortcut+R"),
  STOP_SCAN(Feather.STOP_CIRCLE, null),
  FILTER(Feather.SEARCH, "Shortcut+F"),
  EXPAND_ALL(Feather.CHEVRONS_DOWN, "Shortcut+Shift+E"),
  COLLAPSE_ALL(Feather.CHEVRONS_UP, "Shortcut+Shift+L"),
  SHOW_OVERVIEW(Feather.LAYOUT, "Shortcut+1"),
  SHOW_METADATA(Feather.TAG, "Shortcut+2"),
  SHOW_VALUES(Feather.GRID, "Shortcut+3"),
  SHOW_HEATMAP(Feather.IMAGE, "Shortcut+4"),
  SHOW_HISTOGRAM(Feather.BAR_CHART_2, "Shortcut+5"),
  SHOW_PROBLEMS(Feather.ALERT_TRIANGLE, "Shortcut+6"),
  SHOW_LAYERS(Feather.LAYERS, "Shortcut+7"),
  SHOW_ADAPTER(Feather.SLIDERS, null),
  SHOW_PICKLE(Feather.TERMINAL, null),
  SHOW_HASHES(Feather.KEY, "Shortcut+8"),
  SHOW_BYTES(Feather.HASH, "Shortcut+9"),
  GO_BACK(Feather.ARROW_LEFT, Keys.BACK),
  GO_FORWARD(Feather.ARROW_RIGHT, Keys.FORWARD),
  NEXT_AREA(Feather.CHEVRONS_RIGHT, "F6"),
  PREVIOUS_AREA(Feather.CHEVRONS_LEFT, "Shift+F6"),
  FIND_BYTES(Feather.SEARCH, "Shortcut+Shift+F"),
  FIND_NEXT(Feather.CHEVRON_DOWN, "F3"),
  FIND_PREVIOUS(Feather.CHEVRON_UP, "Shift+F3"),
  GO_TO_OFFSET(Feather.CORNER_DOWN_RIGHT, "Shortcut+G"),
  SHOW_STRINGS(Feather.ALIGN_LEFT, null),
  SHOW_BOOKMARKS(Feather.BOOK, null),
  ADD_BOOKMARK(Feather.BOOKMARK, "Shortcut+D"),
  NEXT_BOOKMARK(Feather.CHEVRON_DOWN, "F4"),
  PREVIOUS_BOOKMARK(Feather.CHEVRON_UP, "Shift+F4"),
  NEXT_DIFFERENCE(Feather.ARROW_DOWN, "F7"),
  PREVIOUS_DIFFERENCE(Feather.ARROW_UP, "Shift+F7"),
  SHOW_JOBS(Feather.CLOCK, "Shortcut+Shift+J"),
  SHOW_LOG(Feather.FILE_TEXT, null),
  TOGGLE_BYTES(Feather.SIDEBAR, "Shortcut+J"),
  PANE_BESIDE(Feather.COLUMNS, "Shortcut+Shift+B"),
  NEXT_TAB(Feather.ARROW_RIGHT_CIRCLE, "Shortcut+F6"),
  PREVIOUS_TAB(Feather.ARROW_LEFT_CIRCLE, "Shortcut+Shift+F6"),
  TAB_TO_WINDOW(Feather.EXTERNAL_LINK, null),
  PANE_WINDOW(Feather.MAXIMIZE_2, null),
  TOGGLE_FILE_MAP(Feather.MAP, null),
  FULL_SCREEN(Feather.MAXIMIZE, Keys.FULL_SCREEN),
  THEME_LIGHT(Feather.SUN, null),
  THEME_DARK(Feather.MOON, null),
  THEME_SYSTEM(Feather.MONITOR, null),
  FONT_LARGER(Feather.ZOOM_IN, "Shortcut+Plus"),
  FONT_SMALLER(Feather.ZOOM_OUT, "Shortcut+Minus"),
  FONT_USUAL(Feather.TYPE, "Shortcut+0"),
  SETTINGS(Feather.SETTINGS, "Shortcut+Comma"),
  PALETTE(Feather.TERMINAL, "Shortcut+K"),
  USER_GUIDE(Feather.BOOK_OPEN, "F1"),
  SHORTCUTS(Feather.COMMAND, "Shortcut+Shift+K"),
  COPY_DETAILS(Feather.CLIPBOARD, null),
  ABOUT(Feather.INFO, null);

  /// Shortcuts that differ between systems, because text fields use some of them.
  private static final class Keys {
    private static final boolean MAC = System.getProperty("os.name", "").startsWith("Mac");
    private static final String BACK = MAC ? "Meta+[" : "Alt+Left";
    private static final String FULL_SCREEN = MAC ? "Ctrl+Meta+F" : "F11";
    private static final String FORWARD = MAC ? "Meta+]" : "Alt+Right";
  }

  private final Ikon icon;
  private final Optional<KeyCombination> defaultKeys;

  Command(Ikon icon, String defaultKeys) {
    this.icon = icon;
    this.defaultKeys = Optional.ofNullable(defaultKeys).map(KeyCombination::valueOf);
  }

  /// Returns the commands that show a pane, in the order of the tabs.
  public static List<Command> panes() {
    return List.copyOf(EnumSet.range(SHOW_OVERVIEW, SHOW_BYTES));
  }

  public String messageKey() {
    return "command." + id();
  }

  public Ikon icon() {
    return icon;
  }

  /// Returns the stable name of the command: the same in every version and language.
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Returns the default shortcut, if there is one. A [Keymap] defines the current one.
  public Optional<KeyCombination> defaultKeys() {
    return defaultKeys;
  }

  /// The menus with their commands, for the menu bar, the palette and the list of shortcuts.
  public enum CommandMenu {
    FILE(
        List.of(
            List.of(
                NEW_WINDOW,
                NEW_TAB,
                OPEN_FILE,
                OPEN_FOLDER,
                OPEN_ADDRESS,
                OPEN_DEMO,
                REOPEN_CLOSED),
            List.of(COMPARE_WITH, SWAP_SIDES, SAVE_REPORT),
            List.of(SAVE, SAVE_AS, EXPORT, CONVERT, DOWNLOAD),
            List.of(RELOAD, REVEAL),
            List.of(SETTINGS),
            List.of(CLOSE, QUIT))),
    EDIT(
        List.of(
            List.of(UNDO, REDO, DISCARD_CHANGES),
            List.of(FILTER, FIND_BYTES, FIND_NEXT, FIND_PREVIOUS, SHOW_STRINGS))),
    VIEW(
        List.of(
            panes(),
            List.of(PANE_BESIDE, PANE_WINDOW),
            List.of(EXPAND_ALL, COLLAPSE_ALL),
            List.of(TOGGLE_BYTES, TOGGLE_FILE_MAP, FULL_SCREEN),
            List.of(FONT_LARGER, FONT_SMALLER, FONT_USUAL),
            // Becomes a submenu. It is the last item, so that the mouse crosses no other item on
            // its way.
            List.of(THEME_LIGHT, THEME_DARK, THEME_SYSTEM))),
    GO(
        List.of(
            List.of(PALETTE),
            List.of(GO_BACK, GO_FORWARD),
            List.of(GO_TO_OFFSET),
            List.of(NEXT_DIFFERENCE, PREVIOUS_DIFFERENCE),
            List.of(NEXT_TAB, PREVIOUS_TAB, TAB_TO_WINDOW),
            List.of(ADD_BOOKMARK, NEXT_BOOKMARK, PREVIOUS_BOOKMARK, SHOW_BOOKMARKS),
            List.of(NEXT_AREA, PREVIOUS_AREA))),
    TOOLS(
        List.of(
            List.of(SCAN_VALUES, STOP_SCAN, SHOW_JOBS),
            List.of(COMPARE_MANIFEST, WRITE_MANIFEST),
            List.of(EDIT_MANY_FILES, BEFORE_SHARING, ADD_FORMAT, ALIGN_DATA),
            List.of(SALVAGE, REPAIR, WRITE_INDEX),
            List.of(
                LORA_RESIZE, LORA_DIALECT, LORA_MERGE, LORA_INTO_BASE, LORA_DROP, LORA_EXTRACT))),
    HELP(List.of(List.of(USER_GUIDE, SHORTCUTS), List.of(COPY_DETAILS, SHOW_LOG, ABOUT)));

    private final List<List<Command>> sections;

    CommandMenu(List<List<Command>> sections) {
      this.sections = sections;
    }

    /// Returns the message key of its title, in which a `_` precedes the mnemonic.
    public String messageKey() {
      return "menu." + name().toLowerCase(Locale.ROOT);
    }

    /// Returns its commands in sections, which are divided by separators.
    public List<List<Command>> sections() {
      return sections;
    }

    public List<Command> commands() {
      return sections.stream().flatMap(List::stream).toList();
    }
  }
}
