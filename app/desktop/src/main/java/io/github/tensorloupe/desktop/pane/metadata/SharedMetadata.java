package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.model.TensorFile;

/// The metadata that some files of a checkpoint have in common. Immutable.
///
/// @param files at least one, in the order of the checkpoint
/// @param metadata with entries in the order of the first file; empty where the files have none
/// @param readable false where the headers could not be read to their end
/// @param refused true where the reference library refuses the files
public record SharedMetadata(
    List<TensorFile> files, Optional<Metadata> metadata, boolean readable, boolean refused) {

  public enum Content {
    EMPTY_MAP,
    /// No map, or `null` in its place.
    ABSENT,
    /// A header that could not be read, with no entries before the place where reading ended.
    UNREADABLE
  }

  public SharedMetadata {
    files = List.copyOf(files);
  }

  /// The different metadata of a checkpoint's files, in the order of the files. Compares whole
  /// maps: takes time in proportion to all metadata.
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

  /// True where the files lie on a server, and nothing of them can be changed.
  public boolean isOnServer() {
    return SourceFileSystem.of(files.getFirst().path()).isPresent();
  }

  public SharedMetadata withFiles(List<TensorFile> part) {
    return new SharedMetadata(part, metadata, readable, refused);
  }

  public Metadata entries() {
    return metadata.orElse(Metadata.EMPTY);
  }

  /// The reason why there are no entries; meaningful only where there are none.
  public Content content() {
    Content known = metadata.isEmpty() ? Content.ABSENT : Content.EMPTY_MAP;
    return readable ? known : Content.UNREADABLE;
  }
}
