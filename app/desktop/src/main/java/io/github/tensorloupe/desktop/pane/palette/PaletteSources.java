package io.github.tensorloupe.desktop.pane.palette;

import module java.base;

import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.KeyItem;
import io.github.tensorloupe.model.TensorRef;

/// The contents of the palette, and the action for a result. Belongs to the FX thread.
public interface PaletteSources {

  /// The commands in the order of the menus.
  List<CommandItem> commands();

  /// The tensors of the open document. Immutable.
  List<TensorRef> tensors();

  /// The keys of the current metadata, then those of other files.
  List<KeyItem> keys();

  /// Recent files, the latest first.
  List<Path> recent();

  /// Runs or shows a result.
  void choose(PaletteItem item);
}
