package io.github.tensorloupe.desktop.pane.palette;

import module java.base;

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

  /// The message key of its heading.
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
