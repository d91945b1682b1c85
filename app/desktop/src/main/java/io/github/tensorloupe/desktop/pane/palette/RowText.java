package io.github.tensorloupe.desktop.pane.palette;

import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteRow.Found;
import io.github.tensorloupe.desktop.pane.palette.PaletteRow.Heading;
import io.github.tensorloupe.desktop.pane.palette.PaletteRow.More;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;

/// A row of the palette as it is read aloud.
record RowText(Messages messages) {

  String of(PaletteRow row) {
    return switch (row) {
      case Heading(var section) -> messages.text(section.messageKey());
      case More(var _, var count) -> messages.text("palette.more", Figures.count(count));
      case Found(CommandItem item, var _) -> item.text() + " " + item.why().orElse(item.keys());
      case Found(var item, var _) -> DisplayText.of(item.text());
    };
  }
}
