package io.github.tensorloupe.desktop.pane.save;

import module java.base;

import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.LoaderKeys;
import io.github.tensorloupe.edit.MetadataCheck;
import io.github.tensorloupe.edit.MetadataEdits;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;

/// Files to be saved with the same metadata, and how it differs from the metadata in the files.
///
/// @param files at least one
/// @param changes what saving would change
/// @param entries all entries to be saved, as they are being edited
/// @param metadata the entries as metadata; empty while two entries have the same key
record ChangeSet(
    List<TensorFile> files,
    List<EntryChange> changes,
    List<Entry> entries,
    Optional<Metadata> metadata) {

  /// The pending edits of a document.
  static List<ChangeSet> pending(DocumentEdits edits) {
    return edits.pending().stream().map(ChangeSet::of).toList();
  }

  /// The pending edits of a document, followed by its unchanged files.
  static List<ChangeSet> all(OpenDocument document, DocumentEdits edits) {
    List<ChangeSet> pending = pending(edits);
    Set<TensorFile> changed =
        pending.stream().flatMap(set -> set.files().stream()).collect(Collectors.toSet());
    Stream<ChangeSet> unchanged =
        document.checkpoint().files().stream()
            .filter(file -> !changed.contains(file))
            .map(ChangeSet::unchanged);
    return Stream.concat(pending.stream(), unchanged).toList();
  }

  private static ChangeSet unchanged(TensorFile file) {
    Metadata metadata = file.header().metadata().orElse(Metadata.EMPTY);
    return new ChangeSet(List.of(file), List.of(), List.of(), Optional.of(metadata));
  }

  private static ChangeSet of(DocumentEdits.Edited edited) {
    MetadataEdits edits = edited.edits();
    List<Entry> entries = edits.entries();
    long keyCount = entries.stream().map(Entry::key).distinct().count();
    return new ChangeSet(
        edited.files(),
        edits.changes(),
        entries,
        keyCount < entries.size() ? Optional.empty() : Optional.of(edits.metadata()));
  }

  /// Problems that block the save, and possible mistakes in changed entries. Takes time in
  /// proportion to the text.
  List<EditProblem> problems(LoaderKeys loaderKeys) {
    Set<String> changedKeys =
        changes.stream().flatMap(ChangeSet::keyAfter).collect(Collectors.toSet());
    return Stream.concat(
            MetadataCheck.of(entries).stream()
                .filter(problem -> problem.isBlocking() || changedKeys.contains(problem.key())),
            MetadataCheck.of(changes, loaderKeys).stream())
        .toList();
  }

  private static Stream<String> keyAfter(EntryChange change) {
    return switch (change) {
      case EntryChange.Added(String key, String _) -> Stream.of(key);
      case EntryChange.Revalued(String key, String _, String _) -> Stream.of(key);
      case EntryChange.Renamed(String _, String key, String _, String _) -> Stream.of(key);
      case EntryChange.Removed _, EntryChange.Reordered _ -> Stream.empty();
    };
  }
}
