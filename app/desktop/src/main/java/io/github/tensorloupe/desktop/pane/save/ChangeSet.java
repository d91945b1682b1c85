package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Files that are to be saved with the same metadata, and how these differ from what is in the
/// files.
///
/// @param files at least one
/// @param changes what saving would change
/// @param entries all metadata to be saved, as they are being edited
/// @param metadata the same; empty while two entries have the same key
record ChangeSet(
    List<TensorFile> files,
    List<EntryChange> changes,
    List<Entry> entries,
    Optional<Metadata> metadata) {

  ChangeSet {
    files = List.copyOf(files);
    changes = List.copyOf(changes);
    Objects.requireNonNull(entries);
    Objects.requireNonNull(metadata);
    if (files.isEmpty()) {
      throw new IllegalArgumentException("no files");
    }
  }
}
