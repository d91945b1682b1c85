package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.model.TensorFile;

/// Metadata that several files of a checkpoint have in common. Immutable.
///
/// @param files the files, at least one, in the order of the checkpoint
/// @param metadata the entries in the order of the first file; empty if the files have no metadata
/// @param isReadable false if the headers could not be read to the end
/// @param isRefused true if the reference library refuses the files
record SharedMetadata(
    List<TensorFile> files, Optional<Metadata> metadata, boolean isReadable, boolean isRefused) {

  enum Content {
    EMPTY_MAP,
    /// The map is missing or `null`.
    ABSENT,
    /// The header could not be read to the end, and no entries precede the error.
    UNREADABLE
  }

  SharedMetadata {
    files = List.copyOf(files);
  }

  /// Returns true if the files are checkpoints in another format.
  boolean isForeign() {
    return files.getFirst().kind().isForeignCheckpoint();
  }

  /// Returns the distinct metadata of a checkpoint's files, in the order of the files. Compares
  /// whole maps, which takes time linear in the total size of the metadata.
  static List<SharedMetadata> of(Checkpoint checkpoint) {
    SequencedMap<SharedMetadata, List<TensorFile>> filesByMetadata = new LinkedHashMap<>();
    for (TensorFile file : checkpoint.files()) {
      Optional<Metadata> own = file.header().metadata();
      boolean parsed = file.reading().headerParsed();
      SharedMetadata key = new SharedMetadata(List.of(), own, parsed, file.isRefused());
      filesByMetadata.computeIfAbsent(key, _ -> new ArrayList<>()).add(file);
    }
    return filesByMetadata.keySet().stream()
        .map(each -> each.withFiles(filesByMetadata.get(each)))
        .toList();
  }

  /// Returns whether the files are on a server, so that they cannot be changed.
  boolean isOnServer() {
    return SourceFileSystem.of(files.getFirst().path()).isPresent();
  }

  SharedMetadata withFiles(List<TensorFile> part) {
    return new SharedMetadata(part, metadata, isReadable, isRefused);
  }

  Metadata entries() {
    return metadata.orElse(Metadata.EMPTY);
  }

  /// Returns the reason for missing entries; undefined if entries exist.
  Content content() {
    if (!isReadable) {
      return Content.UNREADABLE;
    }
    return metadata.isEmpty() ? Content.ABSENT : Content.EMPTY_MAP;
  }
}
