package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.Place;

/// A row of the library.
sealed interface LibraryRow {

  /// The heading of a place.
  ///
  /// @param caption path, count and size
  /// @param place empty for recent files
  record Heading(String title, String caption, Optional<Place> place) implements LibraryRow {

    /// Returns true if the place can be removed from the library.
    boolean isRemovable() {
      return place.map(each -> each.kind() == Place.Kind.FOLDER).orElse(false);
    }
  }

  /// A message.
  record Note(String sentence, boolean isProblem) implements LibraryRow {}

  /// A checkpoint to open.
  ///
  /// @param name for display
  /// @param entry its contents; empty until it was inspected
  /// @param opened when it was last opened; empty except for recent files
  /// @param isGone true if the path no longer exists
  record Item(
      Path path,
      String name,
      Optional<LibraryEntry> entry,
      Optional<Instant> opened,
      boolean isGone)
      implements LibraryRow {

    static Item of(LibraryEntry entry) {
      return new Item(entry.path(), entry.name(), Optional.of(entry), Optional.empty(), false);
    }
  }
}
