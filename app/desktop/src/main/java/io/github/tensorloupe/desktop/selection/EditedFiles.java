package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.desktop.selection.DocumentEdits.Edited;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.MetadataEdits;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;

/// Files with their edits and with what they hold on the disk.
///
/// @param onDisk the metadata of all of the files
record EditedFiles(Edited edited, Metadata onDisk) {

  /// A path as it is compared with others.
  static Path comparable(Path path) {
    return path.toAbsolutePath().normalize();
  }

  /// The same edits for files that were opened again. Where some hold something else by now, the
  /// pending changes are made to that. Nothing where none of the files is there any more, or where
  /// there is nothing to keep.
  List<EditedFiles> reopened(List<TensorFile> files) {
    MetadataEdits edits = edited.edits();
    if (!edits.isChanged() && !edits.canUndo() && !edits.canRedo()) {
      return List.of();
    }
    Set<Path> paths = new LinkedHashSet<>();
    edited.files().forEach(file -> paths.add(comparable(file.path())));
    Map<Metadata, List<TensorFile>> parts = new LinkedHashMap<>();
    files.stream()
        .filter(file -> paths.contains(comparable(file.path())))
        .forEach(
            file ->
                parts
                    .computeIfAbsent(
                        file.header().metadata().orElse(Metadata.EMPTY), _ -> new ArrayList<>())
                    .add(file));
    List<EditedFiles> kept = new ArrayList<>();
    parts.forEach((now, part) -> kept.add(new EditedFiles(new Edited(part, editsOf(now)), now)));
    return kept;
  }

  private MetadataEdits editsOf(Metadata now) {
    if (now.equals(onDisk)) {
      return edited.edits();
    }
    MetadataEdits edits = new MetadataEdits(now);
    edits.apply(again(edited.edits().changes()));
    return edits;
  }

  /// The changes as one that can be made to other metadata.
  private static MetadataChange again(List<EntryChange> changes) {
    Set<String> removed = new LinkedHashSet<>();
    SequencedMap<String, String> set = new LinkedHashMap<>();
    for (EntryChange change : changes) {
      switch (change) {
        case EntryChange.Added(String key, String value) -> set.put(key, value);
        case EntryChange.Removed(String key, String _) -> removed.add(key);
        case EntryChange.Revalued(String key, String _, String after) -> set.put(key, after);
        case EntryChange.Renamed(String before, String now, String _, String value) -> {
          removed.add(before);
          set.put(now, value);
        }
        case EntryChange.Reordered _ -> {}
      }
    }
    return before -> MetadataChange.set(set).apply(MetadataChange.unset(removed).apply(before));
  }

  /// The rest after some files were saved: where all of them were, the edits with what they can
  /// take back; else the saved files stand apart, with nothing pending.
  List<EditedFiles> saved(Set<Path> paths) {
    List<TensorFile> saved =
        edited.files().stream().filter(file -> paths.contains(comparable(file.path()))).toList();
    if (saved.isEmpty()) {
      return List.of(this);
    }
    Metadata written = edited.edits().metadata();
    if (saved.size() == edited.files().size()) {
      edited.edits().markSaved();
      return List.of(new EditedFiles(edited, written));
    }
    List<TensorFile> rest = new ArrayList<>(edited.files());
    rest.removeAll(saved);
    return List.of(
        new EditedFiles(new Edited(saved, new MetadataEdits(written)), written),
        new EditedFiles(new Edited(rest, edited.edits()), onDisk));
  }
}
