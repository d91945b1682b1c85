package io.github.tensorloupe.desktop.pane.palette;

import java.util.Optional;
import java.util.stream.Stream;

/// What the palette finds, by kind.
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

  /// The sign that a text begins with where only these are wanted; empty where there is none.
  String prefix() {
    return prefix;
  }

  /// The key of its title in the message bundle.
  String messageKey() {
    return messageKey;
  }

  /// How many of these are listed at most where all kinds are wanted.
  int share() {
    return share;
  }

  /// The only kind that a text asks for; empty where it asks for all.
  static Optional<PaletteSection> askedFor(String text) {
    return Stream.of(values())
        .filter(section -> !section.prefix.isEmpty() && text.startsWith(section.prefix))
        .findFirst();
  }
}
