package io.github.tensorloupe.desktop.pane.library;

import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.Place;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// One row of the library.
sealed interface LibraryRow {

  /// Stands over the rows of one place.
  ///
  /// @param title what the place is
  /// @param caption where it is and how much is there
  /// @param place that was looked through; empty for what was opened before
  record Heading(String title, String caption, Optional<Place> place) implements LibraryRow {

    /// Whether a person can take it from the library.
    boolean isRemovable() {
      return place.map(each -> each.kind() == Place.Kind.FOLDER).orElse(false);
    }
  }

  /// Says that there is nothing, or why.
  record Note(String sentence, boolean isProblem) implements LibraryRow {}

  /// Something to open.
  ///
  /// @param path what to open
  /// @param name what a person calls it
  /// @param entry what is known of it; empty until it was looked at
  /// @param opened when it was opened last, where it stands there for that
  /// @param isGone whether nothing is at the path any more
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
