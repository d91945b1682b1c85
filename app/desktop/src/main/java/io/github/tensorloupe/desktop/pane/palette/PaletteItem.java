package io.github.tensorloupe.desktop.pane.palette;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.model.TensorRef;

/// A result of the palette.
public sealed interface PaletteItem {

  /// The text that is searched and shown.
  String text();

  /// Synonyms, searched but not shown; may be empty.
  default String synonyms() {
    return "";
  }

  /// @param synonyms that people look for it with
  /// @param keys its shortcut; may be empty
  /// @param why it is disabled; empty if it is enabled
  record CommandItem(
      Command command, String text, String synonyms, String menu, String keys, Optional<String> why)
      implements PaletteItem {}

  record TensorItem(TensorRef tensor) implements PaletteItem {
    @Override
    public String text() {
      return tensor.info().name();
    }
  }

  /// @param value beginning of its value
  record KeyItem(String text, String value) implements PaletteItem {}

  record RecentItem(Path path) implements PaletteItem {
    @Override
    public String text() {
      return path.toString();
    }
  }
}
