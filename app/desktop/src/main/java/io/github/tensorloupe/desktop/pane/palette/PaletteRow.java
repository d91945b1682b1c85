package io.github.tensorloupe.desktop.pane.palette;

import java.util.BitSet;

/// One line of the palette's list.
sealed interface PaletteRow {

  /// The title of what follows.
  record Heading(PaletteSection section) implements PaletteRow {}

  /// Something that was found.
  ///
  /// @param letters of its text that were looked for
  record Found(PaletteItem item, BitSet letters) implements PaletteRow {}

  /// What there was no room for.
  record More(PaletteSection section, int count) implements PaletteRow {}

  /// Whether it can be chosen.
  default boolean isChoice() {
    return !(this instanceof Heading);
  }
}
