package io.github.tensorloupe.desktop.pane.palette;

import module java.base;

import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;

/// A row of the palette.
sealed interface PaletteRow {

  /// A heading.
  record Heading(PaletteSection section) implements PaletteRow {}

  /// A result.
  ///
  /// @param letters indexes of the matching letters
  record Found(PaletteItem item, BitSet letters) implements PaletteRow {}

  /// The number of results beyond the limit.
  record More(PaletteSection section, int count) implements PaletteRow {}

  /// Returns true if the row can be chosen.
  default boolean isChoice() {
    return !(this instanceof Heading);
  }

  /// The row as read by screen readers.
  default String spoken(Messages messages) {
    return switch (this) {
      case Heading(var section) -> messages.text(section.messageKey());
      case More(var _, var count) -> messages.text("palette.more", Figures.count(count));
      case Found(CommandItem item, var _) -> item.text() + " " + item.why().orElse(item.keys());
      case Found(var item, var _) -> DisplayText.of(item.text());
    };
  }
}
