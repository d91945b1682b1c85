package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.MetadataEdits;
import io.github.tensorloupe.format.Metadata;
import java.util.List;

/// A change that is shown before it is made.
///
/// @param title what it is, for a person
/// @param ways at least one; the person chooses
record Proposal(String title, List<Way> ways) {

  /// One way to make the change.
  ///
  /// @param labelKey message key of its name
  /// @param change what is made
  /// @param changes what comes of it
  record Way(String labelKey, MetadataChange change, List<EntryChange> changes) {

    /// Finds out what comes of a change. Takes time in proportion to the metadata.
    static Way of(String labelKey, MetadataChange change, Metadata before) {
      MetadataEdits edits = new MetadataEdits(before);
      edits.apply(change);
      return new Way(labelKey, change, List.copyOf(edits.changes()));
    }
  }

  Proposal {
    ways = List.copyOf(ways);
  }
}
