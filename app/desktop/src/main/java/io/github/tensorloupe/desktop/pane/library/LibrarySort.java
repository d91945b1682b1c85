package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.model.NaturalOrder;

/// The order of the checkpoints of a place.
public enum LibrarySort {
  NAME(
      "library.sort.name",
      Comparator.comparing(entry -> entry.name().toLowerCase(Locale.ROOT), NaturalOrder.INSTANCE)),
  SIZE(
      "library.sort.size",
      Comparator.comparingLong((LibraryEntry entry) -> entry.contents().byteLength()).reversed()),
  RECENT("library.sort.recent", Comparator.comparing(LibraryEntry::modified).reversed());

  private final String messageKey;
  private final Comparator<LibraryEntry> order;

  LibrarySort(String messageKey, Comparator<LibraryEntry> order) {
    this.messageKey = messageKey;
    this.order = order;
  }

  /// The message key of its name.
  String messageKey() {
    return messageKey;
  }

  /// A total order.
  Comparator<LibraryEntry> order() {
    return order.thenComparing(LibraryEntry::name).thenComparing(LibraryEntry::path);
  }
}
