package io.github.tensorloupe.desktop.pane.palette;

import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.KeyItem;
import io.github.tensorloupe.model.TensorRef;
import java.nio.file.Path;
import java.util.List;

/// Where the palette looks, and what becomes of what it finds. Belongs to the FX thread.
public interface PaletteSources {

  /// The commands as they are now, in the order of the menus.
  List<CommandItem> commands();

  /// The tensors of the open document. Immutable.
  List<TensorRef> tensors();

  /// The keys of the metadata that are shown, then those of other files.
  List<KeyItem> keys();

  /// What was opened before, the last first.
  List<Path> recent();

  /// Does or shows what was chosen.
  void choose(PaletteItem item);
}
