package io.github.tensorloupe.ui.command;

import java.util.Optional;
import javafx.scene.input.KeyCombination;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// Everything a person can tell the window to do. The text stands in the message bundle under
/// [#messageKey()].
public enum Command {
  OPEN_FILE("command.open-file", Feather.FILE, "Shortcut+O"),
  OPEN_FOLDER("command.open-folder", Feather.FOLDER, "Shortcut+Shift+O"),
  OPEN_DEMO("command.open-demo", Feather.BOX, null),
  SAVE("command.save", Feather.SAVE, "Shortcut+S"),
  SAVE_AS("command.save-as", Feather.COPY, "Shortcut+Shift+S"),
  CLOSE("command.close", Feather.X, "Shortcut+W"),
  QUIT("command.quit", Feather.LOG_OUT, "Shortcut+Q"),
  UNDO("command.undo", Feather.CORNER_UP_LEFT, "Shortcut+Z"),
  REDO("command.redo", Feather.CORNER_UP_RIGHT, "Shortcut+Shift+Z"),
  DISCARD_CHANGES("command.discard-changes", Feather.TRASH_2, null),
  ALIGN_DATA("command.align-data", Feather.SLIDERS, null),
  EDIT_MANY_FILES("command.edit-many-files", Feather.LAYERS, null),
  SCAN_VALUES("command.scan-values", Feather.ACTIVITY, "Shortcut+R"),
  STOP_SCAN("command.stop-scan", Feather.STOP_CIRCLE, null),
  FILTER("command.filter", Feather.SEARCH, "Shortcut+F"),
  EXPAND_ALL("command.expand-all", Feather.CHEVRONS_DOWN, "Shortcut+Shift+E"),
  COLLAPSE_ALL("command.collapse-all", Feather.CHEVRONS_UP, "Shortcut+Shift+C"),
  SHOW_OVERVIEW("command.show-overview", Feather.LAYOUT, "Shortcut+1"),
  SHOW_METADATA("command.show-metadata", Feather.TAG, "Shortcut+2"),
  SHOW_HISTOGRAM("command.show-histogram", Feather.BAR_CHART_2, "Shortcut+3"),
  SHOW_PROBLEMS("command.show-problems", Feather.ALERT_TRIANGLE, "Shortcut+4"),
  SHOW_BYTES("command.show-bytes", Feather.HASH, "Shortcut+5"),
  SHOW_LAYERS("command.show-layers", Feather.GRID, "Shortcut+6"),
  GO_TO_OFFSET("command.go-to-offset", Feather.CORNER_DOWN_RIGHT, "Shortcut+G"),
  THEME_LIGHT("command.theme-light", Feather.SUN, null),
  THEME_DARK("command.theme-dark", Feather.MOON, null),
  THEME_SYSTEM("command.theme-system", Feather.MONITOR, null);

  private final String messageKey;
  private final Ikon icon;
  private final Optional<KeyCombination> accelerator;

  Command(String messageKey, Ikon icon, String accelerator) {
    this.messageKey = messageKey;
    this.icon = icon;
    this.accelerator = Optional.ofNullable(accelerator).map(KeyCombination::valueOf);
  }

  /// The key of its text in the message bundle.
  public String messageKey() {
    return messageKey;
  }

  /// Its picture.
  public Ikon icon() {
    return icon;
  }

  /// The keys that start it, if there are any.
  public Optional<KeyCombination> accelerator() {
    return accelerator;
  }
}
