package io.github.tensorloupe.desktop.pane.palette;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.model.TensorRef;
import java.nio.file.Path;
import java.util.Optional;

/// One thing that the palette finds.
public sealed interface PaletteItem {

  /// What the words are looked for in.
  String text();

  /// What else it may be called; may be empty. Found where a word of it begins as was typed, but
  /// never shown.
  default String otherWords() {
    return "";
  }

  /// A command.
  ///
  /// @param text what it is called
  /// @param otherWords that people look for it with
  /// @param menu the menu that it is in
  /// @param keys that start it; empty if none do
  /// @param why it cannot be done now; empty if it can
  record CommandItem(
      Command command,
      String text,
      String otherWords,
      String menu,
      String keys,
      Optional<String> why)
      implements PaletteItem {}

  /// A tensor of the open document.
  record TensorItem(TensorRef tensor) implements PaletteItem {
    @Override
    public String text() {
      return tensor.info().name();
    }
  }

  /// A key of the metadata.
  ///
  /// @param value the beginning of what it has
  record KeyItem(String text, String value) implements PaletteItem {}

  /// What was opened before.
  record RecentItem(Path path) implements PaletteItem {
    @Override
    public String text() {
      return path.toString();
    }
  }
}
