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

  /// The sections of the results.
  enum PaletteSection {
    COMMANDS(">", "palette.commands", 7),
    TENSORS("@", "palette.tensors", 9),
    KEYS("#", "palette.keys", 6),
    RECENT("", "palette.recent", 5);

    private final String prefix;
    private final String messageKey;
    private final int share;

    PaletteSection(String prefix, String messageKey, int share) {
      this.prefix = prefix;
      this.messageKey = messageKey;
      this.share = share;
    }

    /// The prefix that restricts the search to this section; may be empty.
    String prefix() {
      return prefix;
    }

    String messageKey() {
      return messageKey;
    }

    /// The limit of results while all sections are searched.
    int share() {
      return share;
    }

    /// The section that a typed text is restricted to.
    static Optional<PaletteSection> askedFor(String text) {
      return Stream.of(values())
          .filter(section -> !section.prefix.isEmpty() && text.startsWith(section.prefix))
          .findFirst();
    }
  }
}
