package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Metadata and the files of a checkpoint that say exactly this. Immutable.
///
/// @param files at least one, in the order of the checkpoint
/// @param metadata in the order of the first file; empty where the files have none
/// @param readable whether the headers could be read to their end
/// @param refused whether the reference library refuses the files
record MetadataSource(
    List<TensorFile> files, Optional<Metadata> metadata, boolean readable, boolean refused) {

  /// What there is to show where there is no entry.
  enum Content {
    /// A map without entries.
    EMPTY_MAP,
    /// No map, or `null` in its place.
    ABSENT,
    /// A header that could not be read, with no entries before the place where reading ended.
    UNREADABLE
  }

  private record Key(Optional<Metadata> metadata, boolean readable, boolean refused) {}

  MetadataSource {
    files = List.copyOf(files);
  }

  /// The different metadata of a checkpoint's files, in the order of the files. Compares whole
  /// maps: takes time in proportion to all metadata.
  static List<MetadataSource> of(Checkpoint checkpoint) {
    Map<Key, List<TensorFile>> filesByKey = new LinkedHashMap<>();
    for (TensorFile file : checkpoint.files()) {
      Key key = new Key(file.header().metadata(), file.reading().headerParsed(), file.isRefused());
      filesByKey.computeIfAbsent(key, _ -> new ArrayList<>()).add(file);
    }
    List<MetadataSource> sources = new ArrayList<>();
    filesByKey.forEach(
        (key, files) ->
            sources.add(new MetadataSource(files, key.metadata(), key.readable(), key.refused())));
    return List.copyOf(sources);
  }

  /// The same of some of the files.
  MetadataSource of(List<TensorFile> part) {
    return new MetadataSource(part, metadata, readable, refused);
  }

  /// The entries as they are in the files.
  Metadata entries() {
    return metadata.orElse(Metadata.EMPTY);
  }

  /// What there is where there are no entries.
  Content content() {
    if (!readable) {
      return Content.UNREADABLE;
    }
    return metadata.isEmpty() ? Content.ABSENT : Content.EMPTY_MAP;
  }
}
