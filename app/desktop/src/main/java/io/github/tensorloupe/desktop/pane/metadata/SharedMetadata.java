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
/// @param readable false if the headers could not be read to the end
/// @param refused true if the reference library refuses the files
public record SharedMetadata(
    List<TensorFile> files, Optional<Metadata> metadata, boolean readable, boolean refused) {

  public enum Content {
    EMPTY_MAP,
    /// The map is missing or `null`.
    ABSENT,
    /// The header could not be read to the end, and no entries precede the error.
    UNREADABLE
  }

  public SharedMetadata {
    files = List.copyOf(files);
  }

  /// Returns the distinct metadata of a checkpoint's files, in the order of the files. Compares
  /// whole maps, which takes time linear in the total size of the metadata.
  public static List<SharedMetadata> of(Checkpoint checkpoint) {
    SequencedMap<SharedMetadata, List<TensorFile>> found = new LinkedHashMap<>();
    for (TensorFile file : checkpoint.files()) {
      Optional<Metadata> own = file.header().metadata();
      boolean parsed = file.reading().headerParsed();
      SharedMetadata key = new SharedMetadata(List.of(), own, parsed, file.isRefused());
      found.computeIfAbsent(key, _ -> new ArrayList<>()).add(file);
    }
    return found.keySet().stream().map(each -> each.withFiles(found.get(each))).toList();
  }

  /// Returns whether the files are on a server, so that they cannot be changed.
  public boolean isOnServer() {
    return SourceFileSystem.of(files.getFirst().path()).isPresent();
  }

  public SharedMetadata withFiles(List<TensorFile> part) {
    return new SharedMetadata(part, metadata, readable, refused);
  }

  public Metadata entries() {
    return metadata.orElse(Metadata.EMPTY);
  }

  /// Returns the reason for missing entries; undefined if entries exist.
  public Content content() {
    Content known = metadata.isEmpty() ? Content.ABSENT : Content.EMPTY_MAP;
    return readable ? known : Content.UNREADABLE;
  }
}
