package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.edit.MetadataEdits;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What of an open document is to be saved. Belongs to the FX thread.
final class PendingChanges {

  private PendingChanges() {}

  /// What is pending.
  static List<ChangeSet> of(DocumentEdits edits) {
    return edits.pending().stream().map(PendingChanges::changed).toList();
  }

  /// What is pending, and after it the files of the document that are as they were.
  static List<ChangeSet> ofAll(OpenDocument document, DocumentEdits edits) {
    List<ChangeSet> sets = new ArrayList<>(of(edits));
    Set<TensorFile> changed = new HashSet<>();
    sets.forEach(set -> changed.addAll(set.files()));
    document.checkpoint().files().stream()
        .filter(file -> !changed.contains(file))
        .forEach(file -> sets.add(unchanged(file)));
    return sets;
  }

  private static ChangeSet unchanged(TensorFile file) {
    Metadata metadata = file.header().metadata().orElse(Metadata.EMPTY);
    return new ChangeSet(List.of(file), List.of(), List.of(), Optional.of(metadata));
  }

  private static ChangeSet changed(DocumentEdits.Edited edited) {
    MetadataEdits edits = edited.edits();
    List<MetadataEdits.Entry> entries = edits.entries();
    return new ChangeSet(
        edited.files(),
        edits.changes(),
        entries,
        repeatsKeys(entries) ? Optional.empty() : Optional.of(edits.metadata()));
  }

  private static boolean repeatsKeys(List<MetadataEdits.Entry> entries) {
    Set<String> keys = HashSet.newHashSet(entries.size());
    return entries.stream().anyMatch(entry -> !keys.add(entry.key()));
  }
}
